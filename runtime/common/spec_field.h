#pragma once

#include <string>
#include <vector>

#include "embedded/fields.h"

namespace skiff {

/// The field of the spec that becomes a setting, with the schema's range, default or enum: the programs must accept
/// every value that skiff accepts. A path for which the schema has none of these does not compile.
consteval SpecField spec_field(std::string_view path) {
  for (const SpecField& field : fields::all)
    if (field.path == path) return field;
  throw "the schema has no range, longest time, enum or default list at this path";
}

/// The default of a field: a number, or a time in seconds.
consteval std::int64_t spec_default(std::string_view path) { return spec_field(path).preset_number; }

/// The default of a list: `spec_default(spec_field("spec.health.checks.contexts"))`.
inline std::vector<std::string> spec_default(const SpecField& list) {
  return {list.presets.begin(), list.presets.end()};
}

}  // namespace skiff
