#pragma once

#include <string_view>

#include "embedded/shared.h"
#include "plan/plan.h"

// Paths of containers in worker pods. enroot, pyxis, the importer and the jail's mounts must agree on them.

namespace skiff {

/// The directory of enroot and the importer in the images.
inline constexpr std::string_view enroot_tree = shared::paths::enroot;
/// The directory from which enroot reads more settings after its own.
inline constexpr std::string_view enroot_settings = shared::paths::enrootSettings;
/// The directory of running containers: data/, run/ and temporary/ with one directory per user each, and pyxis/.
inline constexpr std::string_view containers_folder = shared::paths::containers;
/// The directory of imported images.
inline constexpr std::string_view image_cache = shared::paths::imageCache;
/// The mount of the image cache alone: its directory in the jail's volume, or the directory `container-images` of
/// another volume.
plan::Mount image_cache_mount(const plan::Text& storage, const plan::Text* jail);

}  // namespace skiff
