#pragma once

#include <optional>
#include <vector>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// The files in which libnss-extrausers and sshd of the images look up the users of the spec: passwd, group and
/// authorized_keys. Empty if the spec lists no users.
std::vector<MapFile> user_files(const plan::Plan& plan);

}  // namespace skiff
