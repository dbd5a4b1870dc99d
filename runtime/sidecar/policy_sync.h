#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/log.h"
#include "policy/decide.h"
#include "sidecar/settings.h"
#include "sidecar/slurm.h"
#include "sidecar/status.h"

namespace skiff::sidecar {

/// Makes the accounting database match policy.conf, with sacctmgr. policy.h decides what to change. This runs when the
/// file changes, again after a while if something failed, and every ten minutes, because administrators change records
/// manually.
class PolicySync {
 public:
  PolicySync(const Settings& settings, const Slurm& slurm, const Log& log, Status& status);

  /// Reads the file again, because it may have changed.
  void reread_file(std::int64_t now);
  /// Does what is due at this time (milliseconds of a steady clock), which may take a while.
  void step(std::int64_t now);
  std::int64_t due() const { return due_; }

  /// Before slurmctld's first start: creates the cluster and the QOS of the policy, without their limits. The database
  /// accepts some limits only after slurmctld has reported the resources of the cluster. Throws std::runtime_error.
  void make_qos();

 private:
  std::optional<policy::Records> read_records(const policy::Policy& policy, const policy::Memory& memory,
                                              std::string& why) const;
  bool read_usage(const policy::Policy& policy, const policy::Memory& memory, policy::Records& records,
                  std::string& why);
  std::optional<std::vector<std::string>> carry_out(std::vector<policy::Call> calls, int& to_report, std::string& why);
  std::optional<std::string> show_cluster(std::string& why) const;
  bool call(const std::vector<std::string>& words, std::string& why) const;
  void log_unlisted(const policy::Decision& decision);
  policy::Memory remembered() const;

  const Settings& settings_;
  const Slurm& slurm_;
  const Log& log_;
  Status& status_;
  std::optional<std::string> text_;
  /// True after the database matched this text once. It is logged once, even if nothing had to be changed.
  bool matched_ = false;
  std::string problem_, unlisted_;
  /// What has used the cluster, as far as anybody asked. It does not become unused again.
  std::set<std::string> used_;
  std::int64_t due_ = INT64_MAX;
  int tries_ = 0;
};

}  // namespace skiff::sidecar
