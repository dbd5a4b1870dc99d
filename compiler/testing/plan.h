#pragma once

#include <string>
#include <string_view>

#include "plan/plan.h"

namespace skiff::testing {

/// A spec of cluster `atlas` in namespace `slurm` with an image registry and the given lines below `spec:`, which are
/// indented by two blanks already.
std::string cluster_spec(std::string_view lines);

/// One node set of four CPU nodes, for specs that are about something else.
inline constexpr std::string_view cpu_nodes =
    "  nodeSets: [{name: cpu, replicas: 4, hardware: {cpus: 32, memory: 120Gi}}]\n";

/// What the spec resolves to. Throws std::runtime_error with the findings of a bad one.
plan::Plan plan_of(std::string_view spec_text);

/// The text of an output file, such as `slurm/slurm.conf`, or "" if there is none. Throws for a bad spec.
std::string output_of(std::string_view spec_text, std::string_view path);

/// All findings as the program prints them, without the lines of the spec; "" for a good spec.
std::string findings_of(std::string_view spec_text);

}  // namespace skiff::testing
