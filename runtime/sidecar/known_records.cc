#include "sidecar/known_records.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "common/files.h"
#include "policy/queries.h"
#include "sidecar/slurm_text.h"
#include "text/join.h"
#include "text/number.h"

namespace skiff::sidecar {
namespace {

constexpr std::chrono::seconds question(20), question_of_database(60);

std::string missed_updates_file(const Settings& settings) { return settings.run + "/untold"; }

/// True if slurmctld reads the database at a reconfigure; nullopt if Slurm's commands do not work.
std::optional<bool> reads_at_reconfigure(const Slurm& slurm, std::string& why) {
  const auto version = slurm.call("scontrol", {"--version"}, question, why);
  return version ? std::optional(starts_at_reconfigure(*version)) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> accounting_updates_received(const Slurm& slurm) {
  std::string why;
  const auto text = slurm.call("sdiag", {}, question, why);
  return text ? accounting_updates_in(*text) : std::nullopt;
}

void check_updates_received(const Settings& settings, const Slurm& slurm, const Log& log,
                            std::optional<std::int64_t> before, int changes) {
  const auto heard = [&] {
    const auto now = accounting_updates_received(slurm);
    return now && *now - *before >= changes;
  };
  // slurmctld counts a message after it has answered it, so the last one may still be missing: check twice.
  if (before && (heard() || (usleep(500000), heard()))) return;
  std::string why;
  const bool by_reconfigure = reads_at_reconfigure(slurm, why).value_or(true);
  log.warning("policy", std::string("slurmdbd did not report every change to slurmctld, which ") +
                            (by_reconfigure ? "will be reconfigured to read them" : "must be restarted to read them"));
  if (by_reconfigure) write_atomically(missed_updates_file(settings), std::to_string(time(nullptr)) + "\n");
}

std::int64_t last_missed_update(const Settings& settings) {
  const auto line = read_line(missed_updates_file(settings));
  return line ? to_number<std::int64_t>(*line).value_or(0) : 0;
}

std::optional<std::string> unknown_qos(const Settings& settings, const Slurm& slurm, std::string& why) {
  if (!read_text(settings.config + "/policy.conf")) return "";
  auto unknown = partition_qos(read_text(settings.config + "/slurm.conf").value_or(""));
  if (unknown.empty()) return "";
  // The records in slurmctld's memory are available even without slurmdbd.
  const auto memory = slurm.call("scontrol", {"show", "assoc_mgr", "flags=qos"}, question_of_database, why);
  if (!memory) return std::nullopt;
  const auto known = qos_in_memory(*memory);
  std::erase_if(unknown, [&](const auto& name) { return std::ranges::find(known, name) != known.end(); });
  if (unknown.empty()) return "";
  const auto reads = reads_at_reconfigure(slurm, why);
  if (!reads) return std::nullopt;
  if (*reads)
    if (const auto text = slurm.call("sacctmgr", policy::ask_for_qos({}), question_of_database, why)) {
      policy::Records records;
      policy::take_qos(*text, {}, records);
      std::erase_if(unknown, [&](const auto& name) { return records.qos.contains(name); });
    }
  return joined(unknown, ",");
}

}  // namespace skiff::sidecar
