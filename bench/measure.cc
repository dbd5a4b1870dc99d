// measure [--runs N] [--fresh DIR] [--memory MIB] COMMAND...: runs a command N times (default 20). Prints the median
// and the minimum of its wall time, and its peak memory. --fresh removes DIR before each run. The exit status is 1 if
// the command fails or needs more memory than --memory.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace {

struct Run {
  double milliseconds = 0;
  long kibibytes = 0;
  bool good = false;
};

// Discards the command's standard output and shows its standard error.
Run run(char** command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  Run result;
  pid_t child = 0;
  const auto start = std::chrono::steady_clock::now();
  if (posix_spawnp(&child, command[0], &actions, nullptr, command, environ) != 0) return result;
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  result.kibibytes = usage.ru_maxrss;
  result.good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  int runs = 20;
  long memory = 0;
  const char* fresh = nullptr;
  int next = 1;
  for (; next + 1 < count && std::string_view(arguments[next]).starts_with("--"); next += 2) {
    const std::string_view option = arguments[next];
    if (option == "--runs") runs = std::max(1, std::atoi(arguments[next + 1]));
    if (option == "--memory") memory = std::atol(arguments[next + 1]) * 1024;
    if (option == "--fresh") fresh = arguments[next + 1];
  }
  if (next >= count) {
    std::fputs("usage: measure [--runs N] [--fresh DIR] [--memory MIB] COMMAND...\n", stderr);
    return 2;
  }
  std::vector<double> times;
  long most = 0;
  for (int i = 0; i < runs; ++i) {
    if (fresh) std::filesystem::remove_all(fresh);
    const Run one = run(arguments + next);
    if (!one.good) {
      std::fprintf(stderr, "measure: %s failed\n", arguments[next]);
      return 1;
    }
    times.push_back(one.milliseconds);
    most = std::max(most, one.kibibytes);
  }
  std::sort(times.begin(), times.end());
  std::printf("%9.2f ms median %9.2f ms minimum %7.1f MiB\n", times[times.size() / 2], times.front(),
              static_cast<double>(most) / 1024);
  if (memory && most > memory) {
    std::fprintf(stderr, "measure: the command used more than %ld MiB of memory\n", memory / 1024);
    return 1;
  }
  return 0;
}
