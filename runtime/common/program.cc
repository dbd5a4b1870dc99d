#include "common/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace skiff {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (const auto& text : texts) found.push_back(const_cast<char*>(text.c_str()));
  found.push_back(nullptr);
  return found;
}

// A pipe for one output of the program.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_input();
    if (ends_[0] >= 0) close(ends_[0]);
  }
  bool is_open() const { return ends_[0] >= 0; }
  int input() const { return ends_[1]; }
  int output() const { return ends_[0]; }
  void close_input() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }
  void dont_wait() { fcntl(ends_[0], F_SETFL, O_NONBLOCK); }

  // Reads what is available now; false at end of file. Discards output beyond `most` bytes and then sets `more`.
  bool drain(std::string& text, std::size_t most, bool& more) {
    char block[4096];
    for (;;) {
      const ssize_t count = read(ends_[0], block, sizeof block);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      const std::size_t kept = std::min(static_cast<std::size_t>(count), most - text.size());
      text.append(block, kept);
      more = more || kept < static_cast<std::size_t>(count);
    }
  }

 private:
  int ends_[2];
};

[[noreturn]] void become(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                         int output, int errors, std::size_t most_memory) {
  const rlimit data = {most_memory, most_memory};
  if (most_memory > 0) setrlimit(RLIMIT_DATA, &data);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  execve(arguments[0].c_str(), pointers(arguments).data(), pointers(environment).data());
  _exit(127);
}

}  // namespace

std::string Program::first_line() const { return output.substr(0, output.find('\n')); }

Program run_program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    std::chrono::milliseconds deadline, const RunOptions& options) {
  using Clock = std::chrono::steady_clock;
  Program result;
  Pipe output, errors;
  bool cut_off = false;  // of `errors`: not reported, because only people read them
  if (!output.is_open() || !errors.is_open()) return result;
  const pid_t child = fork();
  if (child == 0)
    become(arguments, environment, output.input(), options.errors_apart ? errors.input() : output.input(),
           options.most_memory);
  output.close_input();
  errors.close_input();
  output.dont_wait();
  errors.dont_wait();
  const int handle = child > 0 ? static_cast<int>(syscall(SYS_pidfd_open, child, 0)) : -1;
  if (handle < 0) {
    if (child > 0) kill(child, SIGKILL), waitpid(child, nullptr, 0);
    return result;
  }
  result.started = true;
  const auto end = Clock::now() + deadline;
  pollfd watched[3] = {{handle, POLLIN, 0}, {output.output(), POLLIN, 0}, {errors.output(), POLLIN, 0}};
  while (!(watched[0].revents & POLLIN)) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0 || (options.stop && *options.stop)) {
      result.timed_out = true;
      kill(child, SIGKILL);
      poll(watched, 1, 100);
      break;
    }
    if (options.stop) left = std::min<decltype(left)>(left, 200);
    poll(watched, 3, static_cast<int>(left));
    // poll would report a pipe at its end as ready forever.
    if (watched[1].revents && !output.drain(result.output, options.most_output, result.cut_off)) watched[1].fd = -1;
    if (watched[2].revents && !errors.drain(result.errors, options.most_output, cut_off)) watched[2].fd = -1;
  }
  if (watched[1].fd >= 0) output.drain(result.output, options.most_output, result.cut_off);
  if (watched[2].fd >= 0) errors.drain(result.errors, options.most_output, cut_off);
  int status = 0;
  // A child that cannot be killed is left for process 1 to reap.
  if (waitpid(child, &status, result.timed_out ? WNOHANG : 0) == child && !result.timed_out) {
    if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  }
  close(handle);
  return result;
}

}  // namespace skiff
