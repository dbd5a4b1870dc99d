#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::sidecar {

/// When slurmctld last started, from `scontrol show config` with TZ=UTC, in seconds since 1970; nullopt for other text.
std::optional<std::int64_t> boot_time_in(std::string_view text);

/// The number of changes that slurmdbd has reported to slurmctld, from `sdiag`; nullopt for other text.
std::optional<std::int64_t> accounting_updates_in(std::string_view text);

/// True if a slurmctld of this release (`slurm 24.11.5`) restarts at a reconfigure, and so reads the accounting
/// database.
bool starts_at_reconfigure(std::string_view version);

/// The hostlist of each NodeName line of a slurm.conf that skiff wrote.
std::vector<std::string> node_names_in(std::string_view text);

/// At most ten of the job ids that squeue prints one per line, each once: `77 78`.
std::string some_jobs(std::string_view text);

/// The names in `scontrol show assoc_mgr flags=qos`.
std::vector<std::string> qos_in_memory(std::string_view text);

/// The QOS of the partitions in slurm.conf, in lower case, as in the database. slurmctld exits if one of them is
/// missing.
std::vector<std::string> partition_qos(std::string_view slurm_conf);

}  // namespace skiff::sidecar
