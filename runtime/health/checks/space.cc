#include <sys/statfs.h>

#include <cerrno>
#include <cstring>

#include "checks/checks.h"

namespace skiff::health {

namespace {

void judge(const Node& node, const std::string& what, std::uint64_t free, std::uint64_t all, Findings& findings) {
  if (all == 0) return;  // btrfs and many network file systems report no inodes
  const auto percent = static_cast<std::int64_t>(static_cast<double>(free) * 100 / static_cast<double>(all));
  const std::string text = what + " free: " + std::to_string(percent) + " %";
  if (percent < threshold(node.settings.catalogue, "spaceCritical"))
    findings.add(Level::critical, text);
  else if (percent < threshold(node.settings.catalogue, "spaceWarn"))
    findings.add(Level::warn, text);
}

}  // namespace

Verdict space(const Node& node, const std::string& path) {
  struct statfs figures {};
  if (statfs(node.path(path).c_str(), &figures) != 0)
    return Result{Level::unknown, path + ": " + std::strerror(errno), {}};
  Findings findings;
  judge(node, "space", figures.f_bavail, figures.f_blocks, findings);
  judge(node, "inodes", figures.f_ffree, figures.f_files, findings);
  return findings.result("enough");
}

}  // namespace skiff::health
