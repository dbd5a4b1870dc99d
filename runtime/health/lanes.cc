#include "lanes.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>

#include "frame.h"
#include "stuck.h"

namespace skiff::health {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t most_at_once = 16;

struct Lane {
  std::string name;
  std::vector<std::size_t> tasks;  // indexes in the run's list
  std::size_t at = 0;              // index in `tasks` of the running one
  pid_t pid = -1;
  int pipe = -1;
  std::string bytes;
  Clock::time_point began;
};

class Run {
 public:
  Run(const Node& node, const std::vector<Task>& tasks, milliseconds whole, const std::string& folder)
      : node_(node), tasks_(tasks), folder_(folder), end_(Clock::now() + whole) {
    for (const Task& task : tasks) outcomes_.push_back({task.id, {}, {}});
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      auto lane = std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& l) { return l.name == tasks[i].lane; });
      if (lane == lanes_.end()) lane = lanes_.insert(lanes_.end(), Lane{.name = tasks[i].lane});
      lane->tasks.push_back(i);
    }
  }

  std::vector<Outcome> go() {
    for (Lane& lane : lanes_) look_for_stuck(lane);
    while (start_some()) wait_for_one();
    return std::move(outcomes_);
  }

 private:
  bool is_done(const Lane& lane) const { return lane.at >= lane.tasks.size(); }
  const Task& task(const Lane& lane) const { return tasks_[lane.tasks[lane.at]]; }

  void next(Lane& lane, Verdict verdict) {
    Outcome& outcome = outcomes_[lane.tasks[lane.at++]];
    outcome.verdict = std::move(verdict);
    outcome.took = std::chrono::duration_cast<milliseconds>(Clock::now() - lane.began);
    lane.began = Clock::now();
  }

  void look_for_stuck(Lane& lane) {
    lane.began = Clock::now();
    const auto pid = stuck_in(folder_, lane.name);
    if (!pid) return;
    while (!is_done(lane))
      next(lane, Result{task(lane).on_hang, "process " + std::to_string(*pid) + " of an earlier run still hangs", {}});
  }

  // Starts lanes up to the limit; true while any lane runs.
  bool start_some() {
    std::size_t running = 0;
    for (const Lane& lane : lanes_) running += lane.pid > 0;
    for (Lane& lane : lanes_) {
      if (running >= most_at_once) break;
      if (is_done(lane) || lane.pid > 0) continue;
      start_lane(lane);
      running += lane.pid > 0;
    }
    return running > 0;
  }

  void start_lane(Lane& lane) {
    int ends[2];
    lane.bytes.clear();
    lane.began = Clock::now();
    const pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0) return give_up(lane, "cannot start a process");
    lane.pid = fork();
    if (lane.pid == 0) {
      setpgid(0, 0);
      // If this program is killed, its processes are killed too.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
      run_lane(lane, ends[1]);
    }
    close(ends[1]);
    lane.pipe = ends[0];
    if (lane.pid < 0) {
      close(ends[0]);
      return give_up(lane, "cannot start a process");
    }
    setpgid(lane.pid, lane.pid);
    fcntl(lane.pipe, F_SETFL, O_NONBLOCK);
  }

  [[noreturn]] void run_lane(Lane& lane, int pipe) {
    signal(SIGPIPE, SIG_DFL);
    // A child that cannot be killed must not keep this program's output open, because callers wait until it is closed.
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
    for (; !is_done(lane); ++lane.at) {
      Verdict verdict;
      try {
        verdict = task(lane).run(node_);
      } catch (const std::exception& fault) {
        verdict = Result{Level::unknown, fault.what(), {}};
      }
      const std::string frame = encode(verdict);
      for (std::size_t sent = 0; sent < frame.size();) {
        const ssize_t count = write(pipe, frame.data() + sent, frame.size() - sent);
        if (count < 0 && errno != EINTR) _exit(1);
        if (count > 0) sent += static_cast<std::size_t>(count);
      }
    }
    _exit(0);
  }

  void give_up(Lane& lane, const std::string& why) {
    while (!is_done(lane)) next(lane, Result{Level::unknown, why, {}});
  }

  void wait_for_one() {
    std::vector<pollfd> watched;
    std::vector<Lane*> of;
    auto until = end_;
    for (Lane& lane : lanes_) {
      if (lane.pid <= 0) continue;
      watched.push_back({lane.pipe, POLLIN, 0});
      of.push_back(&lane);
      until = std::min(until, lane.began + task(lane).deadline);
    }
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    poll(watched.data(), watched.size(), static_cast<int>(std::max<std::int64_t>(left, 0)));
    for (std::size_t i = 0; i < of.size(); ++i)
      if (watched[i].revents) take(*of[i]);
    const auto now = Clock::now();
    for (Lane& lane : lanes_) {
      if (now >= end_) {
        if (lane.pid > 0) stop(lane);
        give_up(lane, "the run timed out");
      } else if (lane.pid > 0 && now >= lane.began + task(lane).deadline) {
        hang(lane);
      }
    }
  }

  void take(Lane& lane) {
    char block[4096];
    ssize_t count = 0;
    while ((count = read(lane.pipe, block, sizeof block)) > 0)
      lane.bytes.append(block, static_cast<std::size_t>(count));
    const bool over = count == 0;
    while (!is_done(lane)) {
      auto verdict = take_frame(lane.bytes);
      if (!verdict) break;
      next(lane, std::move(*verdict));
    }
    if (is_done(lane)) {
      stop(lane);
      return;
    }
    if (!over) return;
    // The process ended during this task; the next task gets a new process.
    const int status = stop(lane), code = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const std::string why =
        code ? "the check was killed by signal " + std::to_string(code) : "the check exited without a result";
    next(lane, Result{Level::unknown, why, {}});
  }

  void hang(Lane& lane) {
    stop(lane);
    const Task& hung = task(lane);
    next(lane, Result{hung.on_hang, "no answer within " + std::to_string(hung.deadline.count()) + " ms", {}});
    // Checks that read /proc and /sys are independent of each other. A device or file system would hang the next check
    // too.
    if (lane.name != "host" && lane.name != "kernel") give_up(lane, "not checked, because " + hung.id + " hangs");
  }

  // Kills a lane's process and all that it started, and waits up to 0.1 s for it. If it does not end, it is recorded as
  // stuck.
  int stop(Lane& lane) {
    int status = 0;
    kill(-lane.pid, SIGKILL);
    for (int tries = 0; waitpid(lane.pid, &status, WNOHANG) == 0; ++tries) {
      if (tries == 50) {
        remember_stuck(folder_, lane.name, lane.pid);
        break;
      }
      usleep(2000);
    }
    close(lane.pipe);
    lane.pid = lane.pipe = -1;
    return status;
  }

  const Node& node_;
  const std::vector<Task>& tasks_;
  const std::string folder_;
  const Clock::time_point end_;
  std::vector<Lane> lanes_;
  std::vector<Outcome> outcomes_;
};

}  // namespace

std::vector<Outcome> run_tasks(const Node& node, const std::vector<Task>& tasks, milliseconds whole,
                               const std::string& folder) {
  return Run(node, tasks, whole, folder).go();
}

}  // namespace skiff::health
