#include "checks/checks.h"
#include "common/files.h"
#include "text/number.h"

namespace skiff::health {

namespace {

// The memory limit of this cgroup in MiB; none if it has no limit. Looks at cgroup v2 first, then at v1.
std::optional<std::int64_t> limit_of(const Node& node) {
  for (const char* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
    if (const auto bytes = read_number(node.path(file))) return *bytes >> 20;
  return std::nullopt;
}

}  // namespace

Verdict memory_size(const Node& node) {
  const std::int64_t expected = node.settings.real_memory;
  if (expected == 0) return std::nullopt;
  const auto text = read_text(node.path("/proc/meminfo"));
  std::int64_t total = -1;
  for (const auto& line : lines_of(text.value_or(""))) {
    const auto words = words_of(line);
    if (words.size() > 1 && words[0] == "MemTotal:") total = to_number(words[1]).value_or(-1) / 1024;
  }
  if (total < 0) return Result{Level::unknown, "/proc/meminfo has no MemTotal", {}};
  const std::string wanted = " MiB, RealMemory is " + std::to_string(expected) + " MiB";
  if (total < expected) return Result{Level::critical, "the host has " + std::to_string(total) + wanted, {}};
  if (const auto limit = limit_of(node); limit && *limit < expected)
    return Result{Level::critical, "the cgroup limit is " + std::to_string(*limit) + wanted, {}};
  return Result{Level::ok, std::to_string(total) + " MiB", {}};
}

}  // namespace skiff::health
