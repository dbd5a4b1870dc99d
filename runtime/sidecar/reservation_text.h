#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::sidecar {

/// A reservation as slurmctld has it. Times are in seconds.
struct Reservation {
  std::string name;
  std::int64_t start = 0, end = 0;
  std::string nodes;  ///< host list
  std::int64_t node_count = 0;
  std::int64_t core_count = 0, gpu_count = 0;  ///< of all its nodes; no GPUs if it has whole nodes
  std::string partition;
  std::set<std::string> users, groups, accounts, qos, allowed_partitions, features;
  std::set<std::string> licenses;    ///< as name:count
  std::set<std::string> flags;       ///< without PURGE_COMP
  std::int64_t max_start_delay = 0;  ///< 0: none
  std::int64_t purge_comp = 0;       ///< 0: without PURGE_COMP
};

/// Reads what `scontrol --oneliner show reservation` prints with TZ=UTC. Lines that are not a reservation with times
/// are skipped.
std::vector<Reservation> parse_shown_reservations(std::string_view text);

/// The words of a list without empty ones. The separators are single characters.
std::set<std::string> words_in(std::string_view list, std::string_view separators);

/// Licenses with their counts: `fluent:30;ansys` is {ansys:1, fluent:30}.
std::set<std::string> licenses_in(std::string_view list);

/// The number of a TRES in a list such as `cpu=16,gres/gpu=2K`; 0 if the list has no such TRES.
std::int64_t tres_count(std::string_view list, std::string_view name);

/// The seconds of a time such as `04:00:00` or `7-00:00:00`; nullopt for other text.
std::optional<std::int64_t> slurm_seconds(std::string_view text);

/// The names in a host list; nullopt if it is not one, or names more hosts than a cluster can have.
std::optional<std::set<std::string>> hosts_in(std::string_view list);

}  // namespace skiff::sidecar
