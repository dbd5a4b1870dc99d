#include "program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace skiff::health {
namespace {

constexpr std::size_t most_output = 4096;

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (const auto& text : texts) found.push_back(const_cast<char*>(text.c_str()));
  found.push_back(nullptr);
  return found;
}

// What is in the pipe now; false at its end.
bool drain(int pipe, std::string& output) {
  char block[1024];
  for (;;) {
    const ssize_t count = read(pipe, block, sizeof block);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    output.append(block, std::min(static_cast<std::size_t>(count), most_output - std::min(most_output, output.size())));
  }
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const std::vector<std::string>& environment, int output) {
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(arguments[0].c_str(), pointers(arguments).data(), pointers(environment).data());
  _exit(127);
}

}  // namespace

std::string Program::first_line() const { return output.substr(0, output.find('\n')); }

Program run_program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    std::chrono::milliseconds deadline) {
  using Clock = std::chrono::steady_clock;
  Program result;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return result;
  const pid_t child = fork();
  if (child == 0) become(arguments, environment, ends[1]);
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const int handle = child > 0 ? static_cast<int>(syscall(SYS_pidfd_open, child, 0)) : -1;
  if (handle < 0) {
    if (child > 0) kill(child, SIGKILL), waitpid(child, nullptr, 0);
    close(ends[0]);
    return result;
  }
  result.started = true;
  const auto end = Clock::now() + deadline;
  pollfd watched[2] = {{handle, POLLIN, 0}, {ends[0], POLLIN, 0}};
  while (!(watched[0].revents & POLLIN)) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) {
      result.timed_out = true;
      kill(child, SIGKILL);
      poll(watched, 1, 100);
      break;
    }
    poll(watched, 2, static_cast<int>(left));
    // A pipe that is at its end would be ready for ever.
    if (watched[1].revents && !drain(ends[0], result.output)) watched[1].fd = -1;
  }
  if (watched[1].fd >= 0) drain(ends[0], result.output);
  int status = 0;
  // One that can't be killed is left to process 1.
  if (waitpid(child, &status, result.timed_out ? WNOHANG : 0) == child && !result.timed_out) {
    if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  }
  close(handle);
  close(ends[0]);
  return result;
}

}  // namespace skiff::health
