#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "sidecar/node.h"

namespace skiff::sidecar {

/// Slurm's commands, each with a deadline. None or false where one failed; `why` then tells.
class Slurm {
 public:
  /// Folders of the commands and of slurm.conf. A command is ended when `stop` is true.
  Slurm(std::string commands, const std::string& config, const std::atomic<bool>& stop);

  /// True when nothing is asked any more, and what a command said is no answer.
  bool stopped() const { return stop_; }
  /// What a command printed.
  std::optional<std::string> call(const std::string& command, const std::vector<std::string>& words,
                                  std::chrono::seconds limit, std::string& why) const;
  /// All nodes that slurmctld has.
  std::optional<std::vector<Node>> nodes(std::string& why) const;
  /// These of them; several names with commas between.
  std::optional<std::vector<Node>> nodes(const std::string& names, std::string& why) const;
  /// `scontrol update nodename=NAMES CHANGE...`
  bool update(const std::string& names, const std::vector<std::string>& changes, std::string& why) const;

 private:
  const std::string commands_;
  std::vector<std::string> environment_;
  const std::atomic<bool>& stop_;
};

}  // namespace skiff::sidecar
