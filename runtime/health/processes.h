#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "node.h"

namespace skiff::health {

/// A process as /proc tells, which may be gone when it is looked at again.
struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';
  std::uint64_t started = 0;  ///< clock ticks since the machine's start; with the pid, the process's name for ever
  uid_t user = 0;
  std::string command;
};

/// proc_pid_stat(5), of the process with this id under `root`.
std::optional<Process> process_at(const std::string& root, pid_t pid);
std::vector<Process> processes(const std::string& root);

/// True while a job step of Slurm's runs here.
bool steps_run(const std::vector<Process>& all);

}  // namespace skiff::health
