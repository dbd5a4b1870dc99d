#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compile.h"

namespace skiff::mutants {

/// The text of all files that Slurm's daemons read. Two mutants with the same text need not both be run.
std::string slurm_text(const Bundle& bundle);

/// The host name of slurmctld, and the name of the first node.
struct Names {
  std::string controller, node;
};
Names names_of(const Bundle& bundle);

/// The number of nodes that slurm.conf declares.
std::size_t node_count(const Bundle& bundle);

/// The names that the daemons must resolve, in the form of /etc/hosts: those of the controller, slurmdbd, its database
/// and all nodes.
std::string hosts(const Bundle& bundle, const std::string& address);

/// Writes what judge.sh needs into a directory: plan.yaml, slurm/, scripts/, `hosts`, `controller` and `node` with their names,
/// and `mounted`, which has the files that slurmctld finds in /etc/slurm.
void write(const Bundle& bundle, const std::filesystem::path& folder);

void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace skiff::mutants
