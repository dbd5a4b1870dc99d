#pragma once

#include <string_view>

#include "plan/plan.h"
#include "spec/spec.h"

namespace skiff {

/// True if slurmctld's pod has only the users and groups of its image. False if it also has those of a jail, or if the
/// image is the site's own.
bool has_only_image_users(const plan::Plan& plan, const spec::Cluster& cluster);

/// True if the image of slurmctld has this group and users in it, or this user.
bool is_image_group(std::string_view name);
bool is_image_user(std::string_view name);

}  // namespace skiff
