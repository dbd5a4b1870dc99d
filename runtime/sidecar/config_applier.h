#pragma once

#include "common/log.h"
#include "sidecar/reconfigure.h"
#include "sidecar/settings.h"
#include "sidecar/slurm.h"
#include "sidecar/status.h"

namespace skiff::sidecar {

/// Makes slurmctld apply the mounted files when they change. reconfigure.h decides, and this class runs the commands.
/// The checksum of the files in use is stored in RUN/in-use for the next start of the container.
class ConfigApplier {
 public:
  ConfigApplier(const Settings& settings, const Slurm& slurm, const Log& log, Status& status);
  /// Does what is due at this time (milliseconds of a steady clock).
  void step(std::int64_t now);
  /// True once slurmctld has answered.
  bool answered() const { return state_.phase != Reconfigure::Phase::starting; }
  /// True if slurmctld uses the mounted files.
  bool in_use() const { return state_.phase == Reconfigure::Phase::in_use; }
  /// When step() has something to do again.
  std::int64_t due() const;
  /// Reads the files again, because they may have changed.
  void reread_files(std::int64_t now);

 private:
  Reply run(Command command) const;
  Reply read_boot_time() const;
  Reply drain_leaving() const;
  std::vector<std::string> misplaced(const std::vector<Node>& nodes) const;
  void report();

  const Settings& settings_;
  const Slurm& slurm_;
  const Log& log_;
  Status& status_;
  MountedFiles files_;
  Reconfigure state_;
  std::uint64_t written_checksum_ = 0;
};

}  // namespace skiff::sidecar
