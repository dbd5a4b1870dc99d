#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "plan/owned.h"
#include "text/quote.h"
#include "text/slurm_number.h"
#include "text/split.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/report.h"
#include "verify/slurm_values.h"

// Options with numbers, inside the lists of slurm.conf. The daemons ignore or replace some of them, or exit, because of
// another option or parameter, or because of their place in the list.

namespace skiff {
namespace {

/// `NAME=NUMBER` in a list.
struct Option {
  const Parameter* list;
  std::string_view item;  ///< as the user wrote it
  std::int64_t number;
  bool last;  ///< in its list
};

/// The first item with this name, which is the one that Slurm reads. Nothing if its value is not a number, which is
/// reported elsewhere.
std::optional<Option> find_option(const OutputConf& slurm, std::string_view key, std::string_view name) {
  const Parameter* const list = find_parameter(&slurm, key);
  if (!list) return std::nullopt;
  for (std::string_view rest = unquoted(list->value); !rest.empty();) {
    const std::string_view item = take_until(rest, ',');
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || !same_key(item.substr(0, equals), name)) continue;
    const auto number = to_slurm_number(item.substr(equals + 1), most_of(SlurmParameter::Type::uint32));
    return number ? std::optional<Option>({list, item, *number, rest.empty()}) : std::nullopt;
  }
  return std::nullopt;
}

void report_option(Diagnostics& out, const OutputConf& slurm, const Option& option, std::string what) {
  report_item(out, "SKF485", Problem::invalid, slurm, *option.list, option.item, std::move(what));
}

// The daemons read the rest of the list as the number (src/interfaces/preempt.c, slurm_preempt_init and preempt_g_init;
// src/slurmd/slurmstepd/req.c, _handle_suspend).
void check_places(const OutputConf& slurm, Version release, Diagnostics& out) {
  if (release < Version{25, 5})
    if (const auto option = find_option(slurm, "PreemptParameters", "min_exempt_priority"); option && !option->last)
      report_option(out, slurm, *option, "must be the last item of the list; otherwise slurmctld exits");
  if (const auto option = find_option(slurm, "PreemptParameters", "suspend_grace_time"); option && !option->last)
    report_option(out, slurm, *option, "must be the last item of the list; otherwise the steps use 2 seconds");
}

// src/plugins/sched/backfill/backfill.c, _load_config.
void check_backfill(const OutputConf& slurm, Diagnostics& out) {
  constexpr std::string_view key = "SchedulerParameters";
  constexpr std::int64_t usual_test = 500;
  if (!same_key(value_of(&slurm, "SchedulerType", "sched/backfill"), "sched/backfill")) return;
  const auto user = find_option(slurm, key, "bf_max_job_user");
  const auto association = find_option(slurm, key, "bf_max_job_assoc");
  if (user && association && user->number > 0 && association->number > 0)
    report_option(out, slurm, *user, "has no effect beside " + quote(association->item) + ": remove one of them");
  const auto test = find_option(slurm, key, "bf_max_job_test");
  const std::int64_t most = test ? test->number : usual_test;
  if (const auto partition = find_option(slurm, key, "bf_max_job_part"); partition && partition->number >= most)
    report_option(out, slurm, *partition,
                  "must be less than bf_max_job_test, " + std::to_string(most) + ", to have an effect");
}

// slurmctld uses at most 2 seconds instead (src/slurmctld/job_scheduler.c, _schedule).
void check_schedule_time(const OutputConf& slurm, Diagnostics& out) {
  constexpr std::int64_t usual_timeout = 10;
  const auto option = find_option(slurm, "SchedulerParameters", "max_sched_time");
  const Parameter* const timeout = find_parameter(&slurm, "MessageTimeout");
  const auto seconds =
      timeout ? to_slurm_number(unquoted(timeout->value), most_of(SlurmParameter::Type::uint16)) : usual_timeout;
  if (option && seconds && option->number > *seconds / 2)
    report_option(out, slurm, *option,
                  "must be at most " + std::to_string(*seconds / 2) +
                      ", half of MessageTimeout; otherwise slurmctld uses 2 seconds or less");
}

// From 24.05 on, slurmctld then never suspends or resumes a node by itself (src/slurmctld/power_save.c,
// _init_power_config).
void check_power_intervals(const OutputConf& slurm, Version release, Diagnostics& out) {
  constexpr std::int64_t most = 60;
  if (release < Version{24, 5}) return;
  const auto off = [&](std::string_view rate) {
    const Parameter* const parameter = find_parameter(&slurm, rate);
    return parameter && unquoted(parameter->value) == "0";
  };
  if (off("ResumeRate") && off("SuspendRate")) return;
  for (const std::string_view name : {"power_save_interval", "power_save_min_interval"})
    if (const auto option = find_option(slurm, "SlurmctldParameters", name); option && option->number > most)
      report_option(out, slurm, *option,
                    "must be at most " + std::to_string(most) + "; otherwise slurmctld turns power saving off");
}

}  // namespace

void check_options(const VerifyInput& input, Diagnostics& out) {
  const OutputConf* slurm = find_conf(input, "slurm.conf");
  if (!slurm || !slurm->conf) return;
  check_places(*slurm, input.slurm, out);
  check_backfill(*slurm, out);
  check_schedule_time(*slurm, out);
  check_power_intervals(*slurm, input.slurm, out);
}

}  // namespace skiff
