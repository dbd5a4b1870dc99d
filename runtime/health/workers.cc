#include "workers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>

#include "stuck.h"
#include "verdict_encoding.h"

namespace skiff::health {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t most_at_once = 16;

struct Worker {
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
      auto worker = std::find_if(workers_.begin(), workers_.end(),
                                 [&](const Worker& known) { return known.name == tasks[i].worker; });
      if (worker == workers_.end()) worker = workers_.insert(workers_.end(), Worker{.name = tasks[i].worker});
      worker->tasks.push_back(i);
    }
  }

  std::vector<Outcome> go() {
    for (Worker& worker : workers_) look_for_stuck(worker);
    while (start_some()) wait_for_one();
    return std::move(outcomes_);
  }

 private:
  bool is_done(const Worker& worker) const { return worker.at >= worker.tasks.size(); }
  const Task& task(const Worker& worker) const { return tasks_[worker.tasks[worker.at]]; }

  void next(Worker& worker, Verdict verdict) {
    Outcome& outcome = outcomes_[worker.tasks[worker.at++]];
    outcome.verdict = std::move(verdict);
    outcome.took = std::chrono::duration_cast<milliseconds>(Clock::now() - worker.began);
    worker.began = Clock::now();
  }

  void look_for_stuck(Worker& worker) {
    worker.began = Clock::now();
    const auto pid = stuck_in(folder_, worker.name);
    if (!pid) return;
    while (!is_done(worker))
      next(worker,
           Result{task(worker).on_hang, "process " + std::to_string(*pid) + " of an earlier run still hangs", {}});
  }

  // Starts workers up to the limit; true while any worker runs.
  bool start_some() {
    std::size_t running = 0;
    for (const Worker& worker : workers_) running += worker.pid > 0;
    for (Worker& worker : workers_) {
      if (running >= most_at_once) break;
      if (is_done(worker) || worker.pid > 0) continue;
      start_worker(worker);
      running += worker.pid > 0;
    }
    return running > 0;
  }

  void start_worker(Worker& worker) {
    int ends[2];
    worker.bytes.clear();
    worker.began = Clock::now();
    const pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0) return give_up(worker, "cannot start a process");
    worker.pid = fork();
    if (worker.pid == 0) {
      setpgid(0, 0);
      // If this program is killed, its processes are killed too.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);
      run_worker(worker, ends[1]);
    }
    close(ends[1]);
    worker.pipe = ends[0];
    if (worker.pid < 0) {
      close(ends[0]);
      return give_up(worker, "cannot start a process");
    }
    setpgid(worker.pid, worker.pid);
    fcntl(worker.pipe, F_SETFL, O_NONBLOCK);
  }

  [[noreturn]] void run_worker(Worker& worker, int pipe) {
    signal(SIGPIPE, SIG_DFL);
    // A child that cannot be killed must not keep this program's output open, because callers wait until it is closed.
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
    for (; !is_done(worker); ++worker.at) {
      Verdict verdict;
      try {
        verdict = task(worker).run(node_);
      } catch (const std::exception& fault) {
        verdict = Result{Level::unknown, fault.what(), {}};
      }
      const std::string frame = encode_verdict(verdict);
      for (std::size_t sent = 0; sent < frame.size();) {
        const ssize_t count = write(pipe, frame.data() + sent, frame.size() - sent);
        if (count < 0 && errno != EINTR) _exit(1);
        if (count > 0) sent += static_cast<std::size_t>(count);
      }
    }
    _exit(0);
  }

  void give_up(Worker& worker, const std::string& why) {
    while (!is_done(worker)) next(worker, Result{Level::unknown, why, {}});
  }

  void wait_for_one() {
    std::vector<pollfd> watched;
    std::vector<Worker*> of;
    auto until = end_;
    for (Worker& worker : workers_) {
      if (worker.pid <= 0) continue;
      watched.push_back({worker.pipe, POLLIN, 0});
      of.push_back(&worker);
      until = std::min(until, worker.began + task(worker).deadline);
    }
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    poll(watched.data(), watched.size(), static_cast<int>(std::max<std::int64_t>(left, 0)));
    for (std::size_t i = 0; i < of.size(); ++i)
      if (watched[i].revents) take(*of[i]);
    const auto now = Clock::now();
    for (Worker& worker : workers_) {
      if (now >= end_) {
        if (worker.pid > 0) stop(worker);
        give_up(worker, "the run timed out");
      } else if (worker.pid > 0 && now >= worker.began + task(worker).deadline) {
        hang(worker);
      }
    }
  }

  void take(Worker& worker) {
    char block[4096];
    ssize_t count = 0;
    while ((count = read(worker.pipe, block, sizeof block)) > 0)
      worker.bytes.append(block, static_cast<std::size_t>(count));
    const bool over = count == 0;
    while (!is_done(worker)) {
      auto verdict = take_verdict(worker.bytes);
      if (!verdict) break;
      next(worker, std::move(*verdict));
    }
    if (is_done(worker)) {
      stop(worker);
      return;
    }
    if (!over) return;
    // The process ended during this task; the next task gets a new process.
    const int status = stop(worker), code = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const std::string why =
        code ? "the check was killed by signal " + std::to_string(code) : "the check exited without a result";
    next(worker, Result{Level::unknown, why, {}});
  }

  void hang(Worker& worker) {
    stop(worker);
    const Task& hung = task(worker);
    next(worker, Result{hung.on_hang, "no answer within " + std::to_string(hung.deadline.count()) + " ms", {}});
    // Checks that read /proc and /sys are independent of each other. A device or file system would hang the next check
    // too.
    if (worker.name != "host" && worker.name != "kernel") give_up(worker, "not checked, because " + hung.id + " hangs");
  }

  // Kills a worker process and all that it started, and waits up to 0.1 s for it. If it does not end, it is recorded as
  // stuck.
  int stop(Worker& worker) {
    int status = 0;
    kill(-worker.pid, SIGKILL);
    for (int tries = 0; waitpid(worker.pid, &status, WNOHANG) == 0; ++tries) {
      if (tries == 50) {
        remember_stuck(folder_, worker.name, worker.pid);
        break;
      }
      usleep(2000);
    }
    close(worker.pipe);
    worker.pid = worker.pipe = -1;
    return status;
  }

  const Node& node_;
  const std::vector<Task>& tasks_;
  const std::string folder_;
  const Clock::time_point end_;
  std::vector<Worker> workers_;
  std::vector<Outcome> outcomes_;
};

}  // namespace

std::vector<Outcome> run_tasks(const Node& node, const std::vector<Task>& tasks, milliseconds whole,
                               const std::string& folder) {
  return Run(node, tasks, whole, folder).go();
}

}  // namespace skiff::health
