#include <unistd.h>

#include <algorithm>

#include "checks/checks.h"
#include "common/files.h"
#include "mounts.h"

namespace skiff::health {

Verdict cgroup(const Node& node) {
  if (!node.settings.cgroup) return std::nullopt;
  const Settings::Cgroup& expected = *node.settings.cgroup;
  const auto all = mounts(node.root);
  if (!all) return Result{Level::unknown, "/proc/self/mountinfo cannot be read", {}};
  const std::string base = "/sys/fs/cgroup";
  const auto available = words_of(read_line(node.path(base + "/cgroup.controllers")).value_or(""));
  Findings findings;
  const auto look = [&](const std::string& folder) {
    const MountEntry* entry = mount_at(*all, folder);
    if (!entry)
      findings.add(Level::critical, folder + " is not mounted");
    else if (entry->read_only || access(node.path(folder).c_str(), W_OK) != 0)
      findings.add(Level::critical, folder + " is not writable");
  };
  if (expected.version == 2) look(base);
  for (const auto& controller : expected.controllers) {
    if (expected.version == 1) {
      look(base + "/" + controller);
    } else if (std::find(available.begin(), available.end(), controller) == available.end()) {
      findings.add(Level::critical, "controller " + controller + " is missing");
    }
  }
  return findings.result("version " + std::to_string(expected.version));
}

}  // namespace skiff::health
