#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace skiff::health {

/// Children that SIGKILL could not end, because they wait inside the kernel. The run directory has one file per worker,
/// with the id and the start time of the process. While that process exists, the worker starts no other one.
std::optional<pid_t> stuck_in(const std::string& folder, const std::string& worker);
void remember_stuck(const std::string& folder, const std::string& worker, pid_t pid);

}  // namespace skiff::health
