#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sidecar/node.h"

namespace skiff::sidecar {

/// Runs Slurm's commands, each with a deadline. If a command fails, the result is nullopt or false, and `why` has the
/// reason.
class Slurm {
 public:
  /// Directories of the commands and of slurm.conf. A running command is killed when `stop` becomes true.
  Slurm(std::string commands, const std::string& config, const std::atomic<bool>& stop);

  /// True if the program is to stop. The result of the last command is then not a valid answer.
  bool stopped() const { return stop_; }
  /// Runs a command, and returns what it printed. `variables` are added to its environment.
  std::optional<std::string> call(const std::string& command, const std::vector<std::string>& words,
                                  std::chrono::seconds limit, std::string& why,
                                  const std::vector<std::string>& variables = {}) const;
  /// All nodes that slurmctld has.
  std::optional<std::vector<Node>> nodes(std::string& why) const;
  /// Only these nodes; names are separated by commas.
  std::optional<std::vector<Node>> nodes(const std::string& names, std::string& why) const;
  /// `scontrol update nodename=NAMES CHANGE...`
  bool update(const std::string& names, const std::vector<std::string>& changes, std::string& why) const;

 private:
  const std::string commands_;
  std::vector<std::string> environment_;
  const std::atomic<bool>& stop_;
};

}  // namespace skiff::sidecar
