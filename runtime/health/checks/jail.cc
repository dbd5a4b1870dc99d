#include "checks/checks.h"
#include "common/files.h"
#include "mounts.h"

namespace skiff::health {

Verdict jail(const Node& node) {
  if (!node.settings.jail) return std::nullopt;
  const Settings::Jail& expected = *node.settings.jail;
  const auto all = mounts(node.root);
  if (!all) return Result{Level::unknown, "/proc/self/mountinfo cannot be read", {}};
  if (!mount_at(*all, expected.path)) return Result{Level::critical, expected.path + " is not mounted", {}};
  if (expected.marker.empty()) return Result{Level::ok, expected.path, {}};
  const std::string path = expected.path + "/" + expected.marker;
  const auto version = read_line(node.path(path));
  if (!version) return Result{Level::critical, path + " is missing: the jail is not populated", {}};
  if (!expected.version.empty() && *version != expected.version)
    return Result{Level::critical, "version " + *version + ", expected " + expected.version, {}};
  return Result{Level::ok, "version " + *version, {}};
}

}  // namespace skiff::health
