#include <algorithm>

#include "embedded/shared.h"
#include "verify/checks.h"
#include "verify/report.h"

namespace skiff {
namespace {

namespace users = shared::users;

constexpr std::int64_t known[] = {0, users::slurm, users::nobody, users::mysql};
// Containers that must run as SlurmUser, because they own the state or drain nodes. slurm.conf and slurmdbd.conf
// contain the name `slurm`, and a pod contains the number.
constexpr std::string_view of_slurm[] = {"slurmctld", "slurmdbd", "benchmark"};

void check_numbers(const Item& item, const Value& context, Diagnostics& out) {
  for (const std::string_view key : {"runAsUser", "runAsGroup", "fsGroup"}) {
    const Value* number = context.find(key);
    if (number && std::ranges::find(known, number->number) == std::end(known))
      report(out, "SKF469", Problem::invalid, item, *number, "no image has a user or group with this id");
  }
}

}  // namespace

void check_users(const Item& item, Diagnostics& out) {
  if (!item.pod) return;
  const Value* common = item.pod->find("securityContext");
  if (common) check_numbers(item, *common, out);
  each_container(*item.pod, [&](const Value& container) {
    const Value* own = container.find("securityContext");
    if (own) check_numbers(item, *own, out);
    if (std::ranges::find(of_slurm, text_of(container, "name")) == std::end(of_slurm)) return;
    const Value* user = own ? own->find("runAsUser") : nullptr;
    if (!user && common) user = common->find("runAsUser");
    if (!user || user->number != users::slurm)
      report(out, "SKF469", Problem::invalid, item, user ? *user : container,
             "must run as SlurmUser, " + std::to_string(users::slurm));
  });
}

}  // namespace skiff
