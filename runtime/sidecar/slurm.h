#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/slurm_commands.h"
#include "sidecar/node.h"

namespace skiff::sidecar {

/// Slurm's commands, and what the tasks ask with them. If a command fails, the result is nullopt or false, and `why`
/// has the reason.
class Slurm : public SlurmCommands {
 public:
  using SlurmCommands::SlurmCommands;

  /// All nodes that slurmctld has.
  std::optional<std::vector<Node>> nodes(std::string& why) const;
  /// Only these nodes; names are separated by commas.
  std::optional<std::vector<Node>> nodes(const std::string& names, std::string& why) const;
  /// `scontrol update nodename=NAMES CHANGE...`
  bool update(const std::string& names, const std::vector<std::string>& changes, std::string& why) const;
};

}  // namespace skiff::sidecar
