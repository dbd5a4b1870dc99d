#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace skiff {

/// What the schema says of one field of the spec, for the programs in the pods: they read settings that skiff makes of these
/// fields, and must take all that skiff takes. The build writes them all to embedded/fields.h.
struct SpecField {
  std::string_view path;                           ///< spec.health.benchmarks[].limits.nodes
  std::int64_t least = 0;                          ///< of a number, or of a time in seconds
  std::int64_t most = -1;                          ///< below `least` where the schema has no range
  std::int64_t preset_number = 0;                  ///< the default, likewise
  std::string_view preset = {};                    ///< the default as it is written
  std::span<const std::string_view> words = {};    ///< all that may stand there
  std::span<const std::string_view> presets = {};  ///< the default of a list
};

}  // namespace skiff
