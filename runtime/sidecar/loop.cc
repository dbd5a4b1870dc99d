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
constexpr std::int64_t between_polls = 500;

std::int64_t milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/')); }

}  // namespace

Loop::Loop(const std::string& file, const std::string& text, const Settings& settings, const Log& log, Status& status,
           const std::atomic<bool>& stop, const PollIntervals& intervals)
    : file_(file),
      text_(text),
      settings_(settings),
      log_(log),
      status_(status),
      stop_(stop),
      intervals_(intervals),
      slurm_(settings.commands, settings.config, stop),
      config_applier_(settings, slurm_, log, status),
      policy_(settings, slurm_, log, status),
      reservations_(settings, slurm_, log),
      config_(folders_.add(settings.config)),
      users_(settings.users.empty() ? -1 : folders_.add(settings.users)),
      own_(folders_.add(folder_of(file))) {
  if (!settings.need_api()) return;
  const auto server = server_of_environment();
  if (!server)
    throw std::runtime_error("no address of the API server in KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT");
  api_.emplace(*server, settings.account);
  if (!settings.service_tokens.empty()) tokens_.emplace(settings, slurm_, *api_, log, stop);
  if (!settings.need_nodes()) return;
  wake_ = folders_.add(folder_of(settings.wake));
  unlink(settings.wake.c_str());
  poller_.emplace(settings, Context{slurm_, *api_, log, stop, "/api/v1/namespaces/" + escaped(settings.ns) + "/pods"},
                  status, intervals.nodes);
}

bool Loop::run(int signals) {
  for (;;) {
    wait(signals);
    folders_.read();
    const std::int64_t now = milliseconds();
    if (stop_) return false;
    if ((folders_.take(own_) || now >= files_due_) && settings_changed()) return true;
    reread_files(now);
    // With auth/slurm, commands cannot prove who they are before slurmctld has answered. The policy comes first,
    // because a QOS must exist before slurmctld gets a partition that uses it.
    if (config_applier_.answered()) policy_.step(now);
    config_applier_.step(now);
    // These need the nodes and partitions of the files, and the accounts of the policy.
    if (config_applier_.answered()) reservations_.step(now, time(nullptr));
    if (config_applier_.answered() && tokens_) tokens_->step(now, time(nullptr));
    if (poller_ && !stop_) poll_if_due();
    if (settings_.metrics) write_metrics();
  }
}

bool Loop::settings_changed() const {
  const auto now = read_text(file_);
  return now && *now != text_;
}

void Loop::reread_files(std::int64_t now) {
  const bool configured = folders_.take(config_), peopled = folders_.take(users_);
  if (configured || peopled) settled_ = now + settles_within;
  if (now < settled_ && now < files_due_) return;
  if (now >= settled_) settled_ = never;
  files_due_ = now + (config_ < 0 ? intervals_.without_inotify : intervals_.files).count();
  policy_.reread_file(now);
  reservations_.reread_file(now);
  if (tokens_) tokens_->reread_key(now);
  config_applier_.reread_files(now);
}

void Loop::poll_if_due() {
  const bool woken = (folders_.take(wake_) || wake_ < 0) && unlink(settings_.wake.c_str()) == 0;
  const bool changed = poller_->watch().pump();
  if (const std::string error = poller_->watch().take_error(); !error.empty()) log_.info(poller_->part(), error);
  const std::int64_t now = milliseconds();
  if (woken || changed) poll_due_ = std::min(poll_due_, std::max(now, last_poll_ + between_polls));
  if (now < poll_due_) return;
  const auto pause = poller_->poll(clocks_now());
  last_poll_ = milliseconds();
  poll_due_ = last_poll_ + pause.count();
}

// Also if nothing has changed: from the time of the file, the exporter sees that this program still runs.
void Loop::write_metrics() {
  Observed observed{.elastic = {}, .config_in_use = config_applier_.in_use(), .tokens = {}};
  if (tokens_) observed.tokens = tokens_->times();
  if (poller_ && settings_.power) observed.elastic = poller_->elastic_counts();
  constexpr unsigned mode = 0644;
  write_atomically(settings_.run + "/metrics", metrics_page(observed, log_, status_), mode);
}

void Loop::wait(int signals) {
  std::int64_t due = std::min({config_applier_.due(), files_due_, settled_});
  if (config_applier_.answered()) due = std::min({due, policy_.due(), reservations_.due()});
  if (config_applier_.answered() && tokens_) due = std::min(due, tokens_->due());
  if (poller_) due = std::min(due, poll_due_);
  if (wake_ < 0 && settings_.power) due = std::min(due, milliseconds() + intervals_.without_inotify.count());
  const std::int64_t left = std::clamp<std::int64_t>(due - milliseconds(), 0, intervals_.files.count());
  pollfd waited[3] = {{signals, POLLIN, 0}, {folders_.handle(), POLLIN, 0}, {-1, 0, 0}};
  if (left > rests_from) give_memory_back();
  if (poller_) waited[2] = {poller_->watch().handle(), poller_->watch().events(), 0};
  poll(waited, 3, static_cast<int>(left));
}

}  // namespace skiff::sidecar
