#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "node.h"

namespace skiff::health {

struct KernelMessage {
  std::int64_t sequence = 0;
  std::int64_t microseconds = 0;  ///< since boot
  std::string text;
};

/// The ring buffer of /dev/kmsg, oldest first (kernel's Documentation/ABI/testing/dev-kmsg). None if it cannot be read:
/// a container needs the device and CAP_SYSLOG.
std::optional<std::vector<KernelMessage>> kernel_messages(const std::string& root);

/// The messages that count for a check, and what the check must remember.
struct KernelEvents {
  std::vector<KernelMessage> standing;  ///< since the first run, without those that an administrator acknowledged
  std::vector<KernelMessage> fresh;     ///< those of them that are new since the last periodic run
  std::string memory;
};
/// The events for the check with this id. None if /dev/kmsg cannot be read.
std::optional<KernelEvents> kernel_events(const Node& node, std::string_view check);

}  // namespace skiff::health
