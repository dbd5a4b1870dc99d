#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sidecar/log.h"
#include "sidecar/settings.h"
#include "sidecar/slurm.h"

namespace skiff::sidecar {

// What slurmctld knows of the accounting database. It reads all of it at its start; then slurmdbd tells it of each change at once, or never: from Slurm
// 23.02 on only a slurmctld that has registered since slurmdbd's own start (registered_clusters, accounting_storage_mysql.c).

/// How often slurmdbd has told slurmctld of something; nothing where slurmctld does not say.
std::optional<std::int64_t> times_told(const Slurm& slurm);

/// After changes: where slurmctld was not told of as many since `before`, RUN/untold has the time.
void note_whether_told(const Settings& settings, const Slurm& slurm, const Log& log, std::optional<std::int64_t> before,
                       int changes);

/// When slurmctld last missed a change (seconds since 1970; 0: never): one that starts anew later knows it.
std::int64_t untold_since(const Settings& settings);

/// The QOS that the mounted files' partitions are of and a slurmctld that took them up would not know, commas between: it would end. Empty without
/// policy.conf; nothing where slurmctld does not say.
std::optional<std::string> unknown_qos(const Settings& settings, const Slurm& slurm, std::string& why);

}  // namespace skiff::sidecar
