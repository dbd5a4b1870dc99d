#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/log.h"
#include "sidecar/settings.h"
#include "sidecar/slurm.h"

namespace skiff::sidecar {

// What slurmctld knows of the accounting database. slurmctld reads all of it when it starts. After that, slurmdbd
// reports each change at once or never: since Slurm 23.02 it reports changes only to a slurmctld that has registered
// since slurmdbd started (registered_clusters, accounting_storage_mysql.c).

/// The number of changes that slurmdbd has reported to slurmctld; nullopt if slurmctld does not answer.
std::optional<std::int64_t> accounting_updates_received(const Slurm& slurm);

/// To be called after `changes` changes. If slurmctld has received fewer reports since `before`, logs a warning. If a
/// reconfigure makes slurmctld read the records, also writes the time to RUN/untold.
void check_updates_received(const Settings& settings, const Slurm& slurm, const Log& log,
                            std::optional<std::int64_t> before, int changes);

/// When slurmctld last missed a change, in seconds since 1970; 0: never. A slurmctld that has started later knows the
/// change.
std::int64_t last_missed_update(const Settings& settings);

/// The QOS of partitions in the mounted files that slurmctld would not know after it has applied the files, separated
/// by commas. slurmctld exits if a partition has an unknown QOS. Empty without policy.conf; nullopt if slurmctld does
/// not answer, with the reason in `why`.
std::optional<std::string> unknown_qos(const Settings& settings, const Slurm& slurm, std::string& why);

}  // namespace skiff::sidecar
