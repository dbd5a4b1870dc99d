#pragma once

#include <optional>
#include <string_view>

#include "json.h"
#include "random.h"

namespace skiff::mutants {

/// The map of a spec whose entries become parameters of a Slurm file, on lines that begin with `line` (empty: at the top
/// level), such as /spec/nodeSets/0/config. std::nullopt if this spec has no such place.
std::optional<Json::json_pointer> place_of(const Json& spec, std::string_view file, std::string_view line,
                                           Random& random);

/// Sets a parameter there. Creates the map if it does not exist.
void set_parameter(Json& spec, const Json::json_pointer& place, std::string_view key, const Json& value);

}  // namespace skiff::mutants
