#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace skiff::health {

/// Children that SIGKILL could not end, as they wait inside the kernel: one file for each lane in the run folder, with the
/// process's id and start time. While it is there no other is sent after it.
std::optional<pid_t> stuck_in(const std::string& folder, const std::string& lane);
void remember_stuck(const std::string& folder, const std::string& lane, pid_t pid);

}  // namespace skiff::health
