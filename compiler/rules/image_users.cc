#include "rules/image_users.h"

#include <algorithm>

namespace skiff {
namespace {

// The groups of slurmctld's image that have a user. The others, such as `users`, are empty.
constexpr std::string_view image_groups[] = {"backup", "bin",  "daemon", "games", "irc",  "list",
                                             "lp",     "mail", "man",    "munge", "news", "nogroup",
                                             "proxy",  "root", "slurm",  "sys",   "uucp", "www-data"};

// The users that are in no such group of the same name.
constexpr std::string_view more_users[] = {"nobody", "sync", "_apt"};

}  // namespace

bool has_only_image_users(const plan::Plan& plan, const spec::Cluster& cluster) {
  return plan.controller.mounts.empty() && !cluster.spec.images.slurmctld.repository;
}

bool is_image_group(std::string_view name) { return std::ranges::find(image_groups, name) != std::end(image_groups); }

bool is_image_user(std::string_view name) {
  return (name != "nogroup" && is_image_group(name)) || std::ranges::find(more_users, name) != std::end(more_users);
}

}  // namespace skiff
