#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace skiff {

/// Runs Slurm's commands, each with a deadline, in UTC and in English.
class SlurmCommands {
 public:
  /// Directories of the commands and of slurm.conf. A running command is killed when `stop` becomes true.
  /// `most_memory`: of each command, in bytes; 0: no limit.
  SlurmCommands(std::string commands, const std::string& config, const std::atomic<bool>& stop,
                std::size_t most_memory = 0);

  /// True if the program is to stop. The result of the last command is then not a valid answer.
  bool stopped() const { return stop_; }
  /// Runs a command, and returns what it printed. `variables` are added to its environment. If the command fails, the
  /// result is nullopt, and `why` has the reason.
  std::optional<std::string> call(const std::string& command, const std::vector<std::string>& words,
                                  std::chrono::seconds limit, std::string& why,
                                  const std::vector<std::string>& variables = {}) const;

 private:
  const std::string commands_;
  std::vector<std::string> environment_;
  const std::atomic<bool>& stop_;
  const std::size_t most_memory_;
};

}  // namespace skiff
