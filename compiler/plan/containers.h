#pragma once

#include <string_view>

#include "embedded/shared.h"
#include "plan/plan.h"

// Where containers lie in worker pods: places that enroot, pyxis, the importer and the jail's mounts have to agree on.

namespace skiff {

/// enroot and the importer, in the images.
inline constexpr std::string_view enroot_tree = shared::paths::enroot;
/// Where it looks for settings behind its own.
inline constexpr std::string_view enroot_settings = shared::paths::enrootSettings;
/// Running containers: data/, run/ and temporary/ with a folder a user each, and pyxis/.
inline constexpr std::string_view containers_folder = shared::paths::containers;
/// The images that were imported.
inline constexpr std::string_view image_cache = shared::paths::imageCache;
/// The mount of the image cache by itself: of its folder in the jail, or in a volume that has more than it.
plan::Mount image_cache_mount(const plan::Text& storage, const plan::Text* jail);

}  // namespace skiff
