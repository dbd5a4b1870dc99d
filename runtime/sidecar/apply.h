#pragma once

#include "sidecar/log.h"
#include "sidecar/reconfigure.h"
#include "sidecar/settings.h"
#include "sidecar/slurm.h"
#include "sidecar/status.h"

namespace skiff::sidecar {

/// Has slurmctld take up the mounted files when they change: asks and tells what reconfigure.h decides. What is in use is kept in
/// RUN/in-use, for another start of the container.
class Apply {
 public:
  Apply(const Settings& settings, const Slurm& slurm, const Log& log, Status& status);
  /// Does what is due at this time (milliseconds of a steady clock).
  void step(std::int64_t now);
  /// True once slurmctld has answered.
  bool answered() const { return state_.phase != Reconfigure::Phase::starting; }
  /// When there is something to do again.
  std::int64_t due() const;
  /// The files may be others.
  void look_at_files(std::int64_t now);

 private:
  Reply ask(Ask what) const;
  Reply boot_time() const;
  Reply empty_leaving() const;
  void tell();

  const Settings& settings_;
  const Slurm& slurm_;
  const Log& log_;
  Status& status_;
  MountedFiles files_;
  Reconfigure state_;
  std::uint64_t kept_ = 0;
};

}  // namespace skiff::sidecar
