#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace skiff {

struct Program {
  bool started = false;
  bool timed_out = false;  ///< ended at the deadline, or as it was told to stop
  bool cut_off = false;    ///< there was more output than is kept
  int code = -1;           ///< exit code; -1 where it did not exit by itself
  int signal = 0;          ///< that ended it
  std::string output;      ///< the beginning of what it wrote to stdout and stderr
  std::string errors;      ///< the beginning of stderr, where that is kept apart
  /// The first line of `output`.
  std::string first_line() const;
};

struct RunOptions {
  std::size_t most_output = 4096;           ///< bytes that are kept
  bool errors_apart = false;                ///< stderr goes into `errors`
  const std::atomic<bool>* stop = nullptr;  ///< ends the program as the deadline would
};

/// Runs a program without a shell, with just this environment and no input, and waits for it and no longer than the
/// deadline. Its children are not waited for, whatever they hold open.
Program run_program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    std::chrono::milliseconds deadline, const RunOptions& options = {});

}  // namespace skiff
