// Runs a command under a deadline and watches its descendants.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

// The result of a command.
struct Ended {
  int status = 0;  // its exit status, or 128 plus the number of the signal that killed it
  bool timed_out = false;
  long wall_ms = 0;
  long processor_ms = 0;  // of the command and all its descendants
  // Descendants that outlived the command, as PID and command line. They have been killed.
  std::vector<std::string> left;
};

// Runs a command in a new process group, without standard input. Its output is copied
// to standard output and into a file. The command gets SIGTERM after `seconds`, and
// when this process gets SIGTERM, SIGINT or SIGHUP. Throws std::system_error.
Ended run_watched(char** command, int seconds, const std::filesystem::path& output);

// "12.3" of 12345.
std::string in_seconds(long ms);
