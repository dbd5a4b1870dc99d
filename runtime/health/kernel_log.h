#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "node.h"

namespace skiff::health {

struct KernelMessage {
  std::int64_t sequence = 0;
  std::int64_t microseconds = 0;  ///< since the machine's start
  std::string text;
};

/// The ring buffer of /dev/kmsg, oldest first (kernel's Documentation/ABI/testing/dev-kmsg). None where it can't be read:
/// a container needs the device and CAP_SYSLOG.
std::optional<std::vector<KernelMessage>> kernel_messages(const std::string& root);

/// Messages that count for a check, and what it has to remember.
struct KernelEvents {
  std::vector<KernelMessage> standing;  ///< since the first look, less what an administrator has done away with
  std::vector<KernelMessage> fresh;     ///< of these, what came since the last periodic run
  std::string memory;
};
std::optional<KernelEvents> kernel_events(const Node& node, std::string_view check);

}  // namespace skiff::health
