#pragma once

#include <string>

#include "lower/config_map.h"
#include "tree/value.h"

namespace skiff {

/// One map with the members that only some specs have, followed by those that all specs have. A line of JSON ends with
/// a comma if another member follows. An optional member is therefore always followed by one that always exists, so no
/// other line changes when the optional member is absent and has no origin that could explain the change.
Value settings_map(Value sometimes, const Value& always);

/// The settings of one of our programs as JSON: `path` in the output directory, `key` in the ConfigMap.
MapFile settings_file(std::string key, std::string path, const Value& settings);

}  // namespace skiff
