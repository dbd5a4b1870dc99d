#pragma once

#include <string>
#include <string_view>

#include "plan/plan.h"

namespace skiff::testing {

/// A spec of the cluster `atlas` in the namespace `slurm`, with an image registry. `lines` follow below `spec:` and
/// must be indented by two spaces.
std::string cluster_spec(std::string_view lines);

/// One node set of four CPU nodes, for tests of other things.
inline constexpr std::string_view cpu_nodes =
    "  nodeSets: [{name: cpu, replicas: 4, hardware: {cpus: 32, memory: 120Gi}}]\n";

/// The resolved plan of a spec. Throws std::runtime_error with the diagnostics if the spec is invalid.
plan::Plan plan_of(std::string_view spec_text);

/// The text of an output file such as `slurm/slurm.conf`, or "" if there is none. Throws std::runtime_error if the spec
/// is invalid.
std::string output_of(std::string_view spec_text, std::string_view path);

/// All diagnostics as `PATH: MESSAGE [RULE]`, one per line. "" for a valid spec.
std::string findings_of(std::string_view spec_text);

/// True if a text has a part.
inline bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace skiff::testing
