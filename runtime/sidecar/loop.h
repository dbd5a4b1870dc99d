#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "sidecar/apply.h"
#include "sidecar/keep_policy.h"
#include "sidecar/look.h"
#include "sidecar/mounted.h"

namespace skiff::sidecar {

/// Waits for what concerns the program, and has it done: files that change, slurmctld's programs that wake it, a watch, and the time of the
/// next look. One thing after another: all of it asks slurmctld, which is one.
class Loop {
 public:
  /// `file` and `text`: of the settings. Throws std::runtime_error where the API server is needed and nobody says where it is.
  Loop(const std::string& file, const std::string& text, const Settings& settings, const Log& log, Status& status,
       const std::atomic<bool>& stop);

  /// Until it is told to stop, or the settings are others: then true. `signals` can be read from when it is told to.
  bool run(int signals);

 private:
  bool settings_changed() const;
  void see_files(std::int64_t now);
  void see_nodes();
  void wait(int signals);

  static constexpr std::int64_t never = INT64_MAX;
  const std::string &file_, &text_;
  const Settings& settings_;
  const Log& log_;
  const std::atomic<bool>& stop_;
  Slurm slurm_;
  Apply apply_;
  KeepPolicy policy_;
  FolderWatch folders_;
  int config_, own_, wake_ = -1;  // numbers of folders
  std::optional<Api> api_;
  std::optional<Look> look_;
  // Milliseconds of a steady clock: when the files are whole again, and what is due when.
  std::int64_t settled_ = never, files_due_ = 0, look_due_ = 0, looked_ = 0;
};

}  // namespace skiff::sidecar
