// One command with its descendants, under a deadline.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

// How a command ended, and what was to be seen of it.
struct Ended {
  int status = 0;  // its exit status; 128 and the signal's number where one ended it
  bool timed_out = false;
  long wall_ms = 0;
  long processor_ms = 0;  // of it and all of its descendants
  std::vector<std::string>
      left;  // descendants that were there after it: number and command line. They have been ended.
};

// Runs a command in a process group of its own, without standard input; its output goes to this program's and into a file. A signal SIGTERM,
// SIGINT or SIGHUP that this process gets is handed on, as is the deadline, in seconds, as SIGTERM. Throws std::system_error.
Ended run_watched(char** command, int seconds, const std::filesystem::path& output);

// "12.3" of 12345.
std::string in_seconds(long ms);
