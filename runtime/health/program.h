#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace skiff::health {

struct Program {
  bool started = false;
  bool timed_out = false;
  int code = -1;       ///< exit code; -1 where it did not exit by itself
  int signal = 0;      ///< that ended it
  std::string output;  ///< the beginning of what it wrote to stdout and stderr
  /// The first line of `output`.
  std::string first_line() const;
};

/// Runs a program without a shell, with just this environment and no input, and waits for it and no longer than the
/// deadline. Its children are not waited for, whatever they hold open.
Program run_program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    std::chrono::milliseconds deadline);

}  // namespace skiff::health
