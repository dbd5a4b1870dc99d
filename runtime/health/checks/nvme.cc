#include "checks/checks.h"
#include "common/files.h"
#include "kernel_log.h"

namespace skiff::health {

namespace {

// True for a kernel message about an unreliable disk (block/blk-core.c, fs/ext4/super.c, fs/xfs/xfs_log.c).
bool is_disk_fault(const std::string& text) {
  if (text.find("Remounting filesystem read-only") != text.npos) return true;
  if (text.starts_with("XFS (nvme") && text.find("Shutting down filesystem") != text.npos) return true;
  return text.find("dev nvme") != text.npos &&
         (text.find("I/O error, ") != text.npos || text.find("critical medium error, ") != text.npos ||
          text.find("critical target error, ") != text.npos);
}

}  // namespace

Verdict nvme(const Node& node) {
  if (node.settings.nvme == 0) return std::nullopt;
  Findings findings;
  std::int64_t live = 0;
  const std::string devices = node.path("/sys/class/nvme");
  for (const auto& device : names_in(devices)) {
    const auto state = read_line(devices + "/" + device + "/state").value_or("unknown");
    if (state == "live")
      ++live;
    else
      findings.add(Level::critical, device + " is " + state);
  }
  const std::string count = std::to_string(live) + " of " + std::to_string(node.settings.nvme) + " disks";
  if (live < node.settings.nvme) findings.add(Level::critical, count + " are live");
  const auto events = kernel_events(node, "nvme");
  if (!events)
    return findings.empty() ? Result{Level::unknown, count + ", but /dev/kmsg cannot be read", {}}
                            : findings.result("");
  for (const auto& message : events->standing)
    if (is_disk_fault(message.text)) findings.add(Level::critical, message.text.substr(0, 100));
  Result result = findings.result(count);
  result.memory = events->memory;
  return result;
}

}  // namespace skiff::health
