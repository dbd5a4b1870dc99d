#include "checks/checks.h"
#include "common/files.h"
#include "gpus.h"
#include "text/number.h"

namespace skiff::health {

namespace {

// Counts /dev/nvidia0 and so on: the GPUs that a container was given, even if the driver does not answer.
std::int64_t device_files(const Node& node) {
  std::int64_t count = 0;
  for (const auto& name : names_in(node.path("/dev")))
    if (name.starts_with("nvidia") && to_number(std::string_view(name).substr(6))) ++count;
  return count;
}

std::string of(std::int64_t count, std::int64_t expected) {
  return std::to_string(count) + " of " + std::to_string(expected) + " GPUs";
}

}  // namespace

Verdict gpu_count(const Node& node) {
  const Gpus* gpus = gpus_of(node);
  if (!gpus) return std::nullopt;
  const std::int64_t expected = node.settings.gpus->count;
  if (gpus->error.empty()) {
    const auto count = static_cast<std::int64_t>(gpus->devices.size());
    return Result{count == expected ? Level::ok : Level::critical, of(count, expected), {}};
  }
  const std::int64_t files = device_files(node);
  if (files < expected) return Result{Level::critical, of(files, expected) + " have a device file", {}};
  return Result{Level::unknown, "NVML: " + gpus->error, {}};
}

}  // namespace skiff::health
