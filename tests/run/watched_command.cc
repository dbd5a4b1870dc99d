#include "watched_command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

#include "process_tree.h"

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

// The time that a test may take to clean up containers, mounts and namespaces.
constexpr seconds kGrace{60};
// The time for processes that are about to exit when the command exits, such as those of a destroyed namespace.
constexpr seconds kStraggle{10};

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

// The signals that are blocked and read from a signalfd.
sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  return set;
}

class Command {
 public:
  Command(char** command, seconds limit, const std::filesystem::path& output) : end_(Clock::now() + limit) {
    // Orphans become children of this process, so that it sees them exit and counts their time.
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) fail("prctl");
    // End the test when ctest dies.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const sigset_t set = watched_signals();
    sigprocmask(SIG_BLOCK, &set, &before_);
    signals_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    file_ = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    int ends[2];
    if (signals_ < 0 || file_ < 0 || pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    output_ = ends[0];
    pid_ = fork();
    if (pid_ < 0) fail("fork");
    if (pid_ == 0) become(command, ends[1]);
    close(ends[1]);
  }

  Ended watch() {
    while (!over_ || (!descendants().empty() && Clock::now() < end_)) turn();
    result_.left = descendants();
    while (!descendants().empty()) {
      kill_descendants();
      end_ = Clock::now() + seconds{1};
      turn();
    }
    pass_on();
    return result_;
  }

 private:
  [[noreturn]] void become(char** command, int output) const {
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    setpgid(0, 0);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execvp(command[0], command);
    const std::string said = std::string(command[0]) + ": " + std::generic_category().message(errno) + "\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, said.data(), said.size());
    _exit(127);
  }

  // Waits for output, a signal or the deadline, and handles it.
  void turn() {
    pollfd watched[] = {{signals_, POLLIN, 0}, {output_, POLLIN, 0}};
    const auto left = std::chrono::ceil<milliseconds>(end_ - Clock::now()).count();
    poll(watched, output_ < 0 ? 1 : 2, left > 0 ? static_cast<int>(left) : 0);
    pass_on();
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == sizeof info) {
      if (info.ssi_signo != SIGCHLD) stop();
    }
    reap();
    if (!over_ && Clock::now() >= end_) {
      if (stopping_) {
        kill_descendants();
        end_ = Clock::now() + seconds{1};
      } else {
        result_.timed_out = true;
        stop();
      }
    }
  }

  // Sends SIGTERM to the command, once.
  void stop() {
    if (stopping_ || over_) return;
    stopping_ = true;
    kill(-pid_, SIGTERM);
    end_ = Clock::now() + kGrace;
  }

  void reap() {
    int status = 0;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (pid != pid_) continue;
      over_ = true;
      end_ = Clock::now() + kStraggle;
      result_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto ms = [](const timeval& time) { return time.tv_sec * 1000 + time.tv_usec / 1000; };
    result_.processor_ms = ms(used.ru_utime) + ms(used.ru_stime);
    if (over_) result_.wall_ms = std::chrono::duration_cast<milliseconds>(Clock::now() - start_).count();
  }

  // Copies the output of the command so far.
  void pass_on() {
    char buffer[65536];
    ssize_t size = 0;
    while (output_ >= 0 && (size = read(output_, buffer, sizeof buffer)) > 0) {
      for (const int to : {STDOUT_FILENO, file_}) {
        [[maybe_unused]] const ssize_t written = write(to, buffer, static_cast<size_t>(size));
      }
    }
    if (size == 0 && output_ >= 0) {
      close(output_);
      output_ = -1;
    }
  }

  Clock::time_point start_ = Clock::now();
  Clock::time_point end_;
  sigset_t before_{};
  int signals_ = -1;
  int output_ = -1;
  int file_ = -1;
  pid_t pid_ = -1;
  bool over_ = false;
  bool stopping_ = false;
  Ended result_;
};

}  // namespace

Ended run_watched(char** command, int limit, const std::filesystem::path& output) {
  return Command(command, seconds{limit}, output).watch();
}

std::string in_seconds(long ms) { return std::to_string(ms / 1000) + "." + std::to_string(ms / 100 % 10); }
