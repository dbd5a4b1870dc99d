#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace skiff {

struct Program {
  bool started = false;
  bool timed_out = false;  ///< killed at the deadline or because of `stop`
  bool cut_off = false;    ///< `output` was longer than `most_output`
  int code = -1;           ///< exit code; -1 if it did not exit by itself
  int signal = 0;          ///< the signal that killed it; 0 if none
  std::string output;      ///< the beginning of stdout, and of stderr unless `errors_apart`
  std::string errors;      ///< the beginning of stderr if `errors_apart`
  /// The first line of `output`.
  std::string first_line() const;
};

struct RunOptions {
  std::size_t most_output = 4096;           ///< bytes of each output to keep
  std::size_t most_memory = 0;              ///< bytes of data that the program may allocate; 0: no limit
  bool errors_apart = false;                ///< stderr goes into `errors`
  const std::atomic<bool>* stop = nullptr;  ///< if it becomes true, the program is killed as at the deadline
};

/// Runs a program without a shell, with only this environment and with empty input. Waits until it exits, but not
/// beyond the deadline. Does not wait for the program's children, even if they keep its output open. If no process can
/// be started, `started` is false. If the program cannot be executed, its exit code is 127.
Program run_program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    std::chrono::milliseconds deadline, const RunOptions& options = {});

}  // namespace skiff
