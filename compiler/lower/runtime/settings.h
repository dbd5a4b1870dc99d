#pragma once

#include <string>

#include "lower/config_map.h"
#include "tree/value.h"

namespace skiff {

/// One map of what only some specs have and what all have, in this order. A comma tells that another line follows: behind what may be
/// missing stands what never is, so that no line changes by something that is not there to be named.
Value settings_map(Value sometimes, const Value& always);

/// The settings of one of our programs as JSON, `path` in the folder and `key` in the ConfigMap.
MapFile settings_file(std::string key, std::string path, const Value& settings);

}  // namespace skiff
