#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sidecar/node.h"
#include "sidecar/settings.h"

namespace skiff::sidecar {

/// The nodes whose record has a place that contradicts a topology.yaml of skiff: the file has no such block or switch,
/// or places the node itself. A slurmctld that reads the file would exit because of the former (measured with 26.05;
/// read_slurm_conf(), read_config.c), and ignore the file's place of the latter. All nodes with a place if there is no
/// file. None for a file that skiff did not write.
std::vector<std::string> contradicting_places(const std::optional<std::string>& file, const std::vector<Node>& nodes);

/// The settings without the blocks, switches and nodes that contradict the file: the two are mounted one after another,
/// and no node may get a place that slurmctld will not know.
Topology allowed_by(const std::optional<std::string>& file, Topology settings);

}  // namespace skiff::sidecar
