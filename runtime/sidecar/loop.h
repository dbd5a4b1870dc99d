#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "sidecar/config_applier.h"
#include "sidecar/mounted.h"
#include "sidecar/node_poller.h"
#include "sidecar/policy_sync.h"
#include "sidecar/poll_intervals.h"
#include "sidecar/reservation_sync.h"
#include "sidecar/token_sync.h"

namespace skiff::sidecar {

/// Waits for events and handles them: changed files, a wake-up by slurmctld's programs, a watch, and the time of the
/// next poll. It handles one after another, because all of them need answers from the same slurmctld.
class Loop {
 public:
  /// `file` and `text`: path and content of the settings file. Throws std::runtime_error if the API server is needed
  /// and its address is unknown.
  Loop(const std::string& file, const std::string& text, const Settings& settings, const Log& log, Status& status,
       const std::atomic<bool>& stop, const PollIntervals& intervals);

  /// Runs until `stop` is set, or returns true when the settings file has changed. `signals` becomes readable when
  /// `stop` is set.
  bool run(int signals);

 private:
  bool settings_changed() const;
  void reread_files(std::int64_t now);
  void poll_if_due();
  void wait(int signals);
  void write_metrics();

  static constexpr std::int64_t never = INT64_MAX;
  const std::string &file_, &text_;
  const Settings& settings_;
  const Log& log_;
  const Status& status_;
  const std::atomic<bool>& stop_;
  const PollIntervals intervals_;
  Slurm slurm_;
  ConfigApplier config_applier_;
  PolicySync policy_;
  ReservationSync reservations_;
  FolderWatch folders_;
  int config_, users_, own_, wake_ = -1;  // directory numbers of folders_
  std::optional<Api> api_;
  std::optional<NodePoller> poller_;
  std::optional<TokenSync> tokens_;
  // Milliseconds of a steady clock: when changing files count as complete, when the files and the next poll are due,
  // and when the last poll ended.
  std::int64_t settled_ = never, files_due_ = 0, poll_due_ = 0, last_poll_ = 0;
};

}  // namespace skiff::sidecar
