#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "node.h"

namespace skiff::health {

/// A process as /proc reported it. It may have ended since.
struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';
  std::uint64_t started = 0;  ///< clock ticks since boot; identifies the process together with the pid
  uid_t user = 0;
  std::string command;
};

/// Reads proc_pid_stat(5) of the process with this id under `root`; none if there is no such process.
std::optional<Process> process_at(const std::string& root, pid_t pid);
std::vector<Process> processes(const std::string& root);

/// True if a Slurm job step is among the processes.
bool steps_run(const std::vector<Process>& all);

}  // namespace skiff::health
