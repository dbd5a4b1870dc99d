#pragma once

#include <string_view>

#include "plan/plan.h"
#include "tree/to_value.h"

// Files of Secrets and ConfigMaps in projected volumes.

namespace skiff {

/// One key as a file, for the functions below.
Value projected_item(const plan::Text& key, std::string_view path);

/// Sources of a projected volume. Without items, each key is a file of its name.
Value projected_secret(const plan::Text& secret, Value items);
Value projected_config_map(const plan::Text& name, Value items);

/// A volume with one file, which only root can read, and its mount.
struct FileVolume {
  Value mount, volume;
};
FileVolume file_volume(const plan::Source& source, std::string_view name, std::string_view key,
                       std::string_view folder);

}  // namespace skiff
