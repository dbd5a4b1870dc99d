#include "sidecar/loop.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "common/files.h"
#include "sidecar/memory.h"

namespace skiff::sidecar {
namespace {

// All times are in milliseconds. The kubelet replaces all files at once; other tools may replace one after another.
constexpr std::int64_t settles_within = 200;
// Before a wait of more than this, memory is given back.
constexpr std::int64_t rests_from = 1000;
// The minimum time between polls, because many pods may change at once.
constexpr std::int64_t between_looks = 500;

std::int64_t milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/')); }

}  // namespace

Loop::Loop(const std::string& file, const std::string& text, const Settings& settings, const Log& log, Status& status,
           const std::atomic<bool>& stop, const Pace& pace)
    : file_(file),
      text_(text),
      settings_(settings),
      log_(log),
      stop_(stop),
      pace_(pace),
      slurm_(settings.commands, settings.config, stop),
      apply_(settings, slurm_, log, status),
      policy_(settings, slurm_, log, status),
      config_(folders_.add(settings.config)),
      own_(folders_.add(folder_of(file))) {
  if (!settings.power && !settings.after_drain) return;
  const auto server = server_of_environment();
  if (!server)
    throw std::runtime_error("no address of the API server in KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT");
  api_.emplace(*server, settings.account);
  wake_ = folders_.add(folder_of(settings.wake));
  unlink(settings.wake.c_str());
  look_.emplace(settings, Means{slurm_, *api_, log, stop, "/api/v1/namespaces/" + escaped(settings.ns) + "/pods"},
                status, pace.nodes);
}

bool Loop::run(int signals) {
  for (;;) {
    wait(signals);
    folders_.read();
    const std::int64_t now = milliseconds();
    if (stop_) return false;
    if ((folders_.take(own_) || now >= files_due_) && settings_changed()) return true;
    see_files(now);
    // With auth/slurm, commands cannot prove who they are before slurmctld has answered. The policy comes first,
    // because a QOS must exist before slurmctld gets a partition that uses it.
    if (apply_.answered()) policy_.step(now);
    apply_.step(now);
    if (look_ && !stop_) see_nodes();
  }
}

bool Loop::settings_changed() const {
  const auto now = read_text(file_);
  return now && *now != text_;
}

void Loop::see_files(std::int64_t now) {
  if (folders_.take(config_)) settled_ = now + settles_within;
  if (now < settled_ && now < files_due_) return;
  if (now >= settled_) settled_ = never;
  files_due_ = now + (config_ < 0 ? pace_.without_inotify : pace_.files).count();
  policy_.look_at_file(now);
  apply_.look_at_files(now);
}

void Loop::see_nodes() {
  const bool woken = (folders_.take(wake_) || wake_ < 0) && unlink(settings_.wake.c_str()) == 0;
  const bool changed = look_->watch().pump();
  if (const std::string error = look_->watch().take_error(); !error.empty())
    log_.info(settings_.power ? "power" : "after-drain", error);
  const std::int64_t now = milliseconds();
  if (woken || changed) look_due_ = std::min(look_due_, std::max(now, looked_ + between_looks));
  if (now < look_due_) return;
  const auto pause = look_->look(clocks_now());
  looked_ = milliseconds();
  look_due_ = looked_ + pause.count();
}

void Loop::wait(int signals) {
  std::int64_t due = std::min({apply_.due(), files_due_, settled_});
  if (apply_.answered()) due = std::min(due, policy_.due());
  if (look_) due = std::min(due, look_due_);
  if (wake_ < 0 && settings_.power) due = std::min(due, milliseconds() + pace_.without_inotify.count());
  const std::int64_t left = std::clamp<std::int64_t>(due - milliseconds(), 0, pace_.files.count());
  pollfd waited[3] = {{signals, POLLIN, 0}, {folders_.handle(), POLLIN, 0}, {-1, 0, 0}};
  if (left > rests_from) give_memory_back();
  if (look_) waited[2] = {look_->watch().handle(), look_->watch().events(), 0};
  poll(waited, 3, static_cast<int>(left));
}

}  // namespace skiff::sidecar
