#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace skiff {

/// A field of the spec as defined in the schema, for the programs in the pods. They read settings that skiff creates
/// from these fields, and must accept every value that skiff accepts. The build writes all fields to embedded/fields.h.
struct SpecField {
  std::string_view path;                           ///< spec.health.benchmarks[].limits.nodes
  std::int64_t least = 0;                          ///< minimum of a number, or of a time in seconds
  std::int64_t most = -1;                          ///< maximum; less than `least` if the schema has no range
  std::int64_t preset_number = 0;                  ///< the default as a number, or as a time in seconds
  std::string_view preset = {};                    ///< the default as text
  std::span<const std::string_view> words = {};    ///< all allowed values of an enum
  std::span<const std::string_view> presets = {};  ///< the default of a list
};

}  // namespace skiff
