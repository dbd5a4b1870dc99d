#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/log.h"
#include "sidecar/reservations.h"
#include "sidecar/settings.h"
#include "sidecar/slurm.h"

namespace skiff::sidecar {

/// Makes slurmctld's reservations match reservations.conf, with scontrol. reservations.h decides what to change. This
/// runs when the file changes, again after a while if something failed, and every ten minutes, because reservations
/// recur and administrators change them. A problem that lasts is logged once. It does not make the pod unready, because the nodes
/// of a reservation may be busy for days.
class ReservationSync {
 public:
  ReservationSync(const Settings& settings, const Slurm& slurm, const Log& log);

  /// Reads the file again, because it may have changed.
  void reread_file(std::int64_t now);
  /// Does what is due at this time (milliseconds of a steady clock), which may take a while. `clock` is in seconds
  /// since 1970.
  void step(std::int64_t now, std::int64_t clock);
  std::int64_t due() const { return due_; }

 private:
  std::optional<std::vector<Reservation>> read_reservations(std::string& why) const;
  bool carry_out(const ReservationCall& call, std::string& why) const;
  bool write_record(const ReservationMemory& memory) const;
  ReservationMemory remembered() const;
  void log_unlisted(const std::vector<std::string>& unlisted);
  void log_new(std::map<std::string, std::string> problems);

  const Settings& settings_;
  const Slurm& slurm_;
  const Log& log_;
  std::optional<std::string> text_;
  std::map<std::string, std::string> problems_;  ///< those that were logged, by the name of the reservation
  std::string unlisted_;
  std::int64_t due_ = INT64_MAX;
  int tries_ = 0;
};

}  // namespace skiff::sidecar
