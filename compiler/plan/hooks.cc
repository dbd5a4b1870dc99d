#include "plan/hooks.h"

#include <algorithm>

namespace skiff {
namespace {

using enum HookRow::Place;

constexpr HookRow rows[] = {
    {"prolog", "Prolog", "hook-prolog", worker, true},
    {"epilog", "Epilog", "hook-epilog", worker, true},
    {"prologSlurmctld", "PrologSlurmctld", "hook-prolog-slurmctld", controller, true},
    {"epilogSlurmctld", "EpilogSlurmctld", "hook-epilog-slurmctld", controller, true},
    {"taskProlog", "TaskProlog", "hook-task-prolog", user, true},
    {"taskEpilog", "TaskEpilog", "hook-task-epilog", user, true},
    {"srunProlog", "SrunProlog", "hook-srun-prolog", user, false},
    {"srunEpilog", "SrunEpilog", "hook-srun-epilog", user, false},
    {"resvProlog", "ResvProlog", "hook-resv-prolog", controller, false},
    {"resvEpilog", "ResvEpilog", "hook-resv-epilog", controller, false},
    {"rebootProgram", "RebootProgram", "hook-reboot-program", worker, false},
    {"mailProg", "MailProg", "hook-mail-prog", controller, false},
    {"unkillableStepProgram", "UnkillableStepProgram", "hook-unkillable-step-program", worker, false},
};

}  // namespace

std::span<const HookRow> hook_rows() { return rows; }

const HookRow& hook_row(std::string_view field) {
  return *std::find_if(std::begin(rows), std::end(rows), [&](const HookRow& row) { return row.field == field; });
}

}  // namespace skiff
