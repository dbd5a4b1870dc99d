#include "plan/user_mounts.h"

#include <string>

#include "embedded/shared.h"

namespace skiff {
namespace {

// The other directories of sssd are its own: they hold what it has looked up.
constexpr const char* shared_by_sssd[] = {"pipes", "mc"};

}  // namespace

std::vector<plan::Mount> user_mounts(const plan::Plan& plan) {
  std::vector<plan::Mount> mounts;
  const auto add = [&](const plan::Text& volume, std::string path, std::optional<plan::Text> sub_path) {
    const Origin& why = volume.origin;
    mounts.push_back({volume, {std::move(path), why}, std::move(sub_path), {true, why}});
  };
  if (plan.users) add(plan.users->volume, std::string(shared::paths::users), {});
  if (!plan.directory) return mounts;
  const plan::Text& volume = plan.directory->volume;
  for (const std::string name : shared_by_sssd)
    add(volume, std::string(shared::paths::sss) + '/' + name, plan::Text{name, volume.origin});
  if (plan.jail) {
    add(volume, std::string(shared::paths::noSockets), plan::Text{"none", volume.origin});
    mounts.back().path.origin |= plan.jail->storage.origin;
  }
  return mounts;
}

bool is_user_mount(const plan::Mount& mount) {
  return *mount.path == shared::paths::users || mount.path->starts_with(std::string(shared::paths::sss) + '/');
}

}  // namespace skiff
