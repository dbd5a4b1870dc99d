#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::sidecar {

/// When slurmctld last started, by `scontrol show config` run with TZ=UTC: seconds since 1970.
std::optional<std::int64_t> boot_time_in(std::string_view text);

/// How often slurmdbd has told slurmctld of accounting records, by `sdiag`; nothing where this is not its output.
std::optional<std::int64_t> accounting_updates_in(std::string_view text);

/// Whether a slurmctld of this release (`slurm 24.11.5`) starts anew at a reconfigure, and reads the accounting database with that.
bool starts_at_reconfigure(std::string_view version);

/// The hostlist of each NodeName line of a slurm.conf that skiff wrote.
std::vector<std::string> node_names_in(std::string_view text);

/// `77 78`: at most ten of the job numbers that squeue prints one a line, each once.
std::string some_jobs(std::string_view text);

}  // namespace skiff::sidecar
