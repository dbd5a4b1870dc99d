#include "sidecar/reservation_text.h"

#include <utility>

#include "text/hostlist.h"
#include "text/number.h"
#include "text/split.h"
#include "text/utc.h"

namespace skiff::sidecar {
namespace {

// Far more than slurmctld can have (MAX_SLURM_NODES). Few bytes can name so many nodes that they do not fit into memory.
constexpr std::uint64_t most_nodes = 1 << 20;

/// The value of a field. "(null)" is an empty value.
std::string_view field(std::string_view line, std::string_view key) {
  const std::string before = " " + std::string(key) + "=";
  const std::size_t at = line.find(before);
  if (at == line.npos) return {};
  const std::string_view rest = line.substr(at + before.size());
  const std::string_view value = rest.substr(0, rest.find(' '));
  return value == "(null)" ? std::string_view() : value;
}

std::optional<Reservation> read(std::string_view line) {
  constexpr std::string_view name_key = "ReservationName=", start_key = " StartTime=";
  if (!line.starts_with(name_key)) return std::nullopt;
  const std::size_t name_end = line.find(start_key);
  if (name_end == line.npos) return std::nullopt;
  Reservation one;
  one.name = line.substr(name_key.size(), name_end - name_key.size());
  line.remove_prefix(name_end);
  // The last field, from 24.11 on. Administrators write it.
  line = line.substr(0, line.find(" Comment="));
  const auto start = parse_utc(field(line, "StartTime")), end = parse_utc(field(line, "EndTime"));
  if (one.name.empty() || !start || !end) return std::nullopt;
  one.start = *start;
  one.end = *end;
  one.nodes = field(line, "Nodes");
  one.node_count = to_number<std::int64_t>(field(line, "NodeCnt")).value_or(0);
  one.core_count = to_number<std::int64_t>(field(line, "CoreCnt")).value_or(0);
  one.gpu_count = tres_count(field(line, "TRES"), "gres/gpu");
  one.partition = field(line, "PartitionName");
  one.users = words_in(field(line, "Users"), ",");
  one.groups = words_in(field(line, "Groups"), ",");
  one.accounts = words_in(field(line, "Accounts"), ",");
  one.qos = words_in(field(line, "QOS"), ",");
  one.allowed_partitions = words_in(field(line, "AllowedPartitions"), ",");
  one.features = words_in(field(line, "Features"), "&");
  one.licenses = licenses_in(field(line, "Licenses"));
  one.max_start_delay = slurm_seconds(field(line, "MaxStartDelay")).value_or(0);
  for (const std::string& flag : words_in(field(line, "Flags"), ",")) {
    constexpr std::string_view purge = "PURGE_COMP";
    if (!flag.starts_with(purge))
      one.flags.insert(flag);
    else if (flag.size() > purge.size())
      one.purge_comp = slurm_seconds(std::string_view(flag).substr(purge.size() + 1)).value_or(0);
  }
  return one;
}

}  // namespace

std::vector<Reservation> parse_shown_reservations(std::string_view text) {
  std::vector<Reservation> all;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    if (auto one = read(line)) all.push_back(std::move(*one));
  }
  return all;
}

std::set<std::string> words_in(std::string_view list, std::string_view separators) {
  std::set<std::string> words;
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find_first_of(separators));
    list.remove_prefix(word.size() == list.size() ? word.size() : word.size() + 1);
    if (!word.empty()) words.emplace(word);
  }
  return words;
}

std::set<std::string> licenses_in(std::string_view list) {
  std::set<std::string> licenses;
  for (const std::string& word : words_in(list, ",;"))
    licenses.insert(word.find(':') == word.npos ? word + ":1" : word);
  return licenses;
}

std::int64_t tres_count(std::string_view list, std::string_view name) {
  for (std::string_view one : Parts(list, ',')) {
    if (take_until(one, '=') != name) continue;
    // Numbers that 1024 divides are shown with a unit (slurmdb_make_tres_string_from_simple(), src/common/slurmdb_defs.c).
    const bool thousands = one.ends_with('K');
    if (thousands) one.remove_suffix(1);
    const auto number = to_number<std::uint32_t>(one).value_or(0);
    return std::int64_t{number} * (thousands ? 1024 : 1);
  }
  return 0;
}

std::optional<std::int64_t> slurm_seconds(std::string_view text) {
  std::int64_t days = 0;
  if (const std::size_t dash = text.find('-'); dash != text.npos) {
    const auto number = to_number<std::int64_t>(text.substr(0, dash));
    if (!number || *number < 0 || *number > 1000000) return std::nullopt;
    days = *number;
    text.remove_prefix(dash + 1);
  }
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  std::int64_t seconds = days * 86400;
  for (const auto& [at, unit] : {std::pair(0, 3600), std::pair(3, 60), std::pair(6, 1)}) {
    const auto number = to_number<std::int64_t>(text.substr(static_cast<std::size_t>(at), 2));
    if (!number || *number < 0) return std::nullopt;
    seconds += *number * unit;
  }
  return seconds;
}

std::optional<std::set<std::string>> hosts_in(std::string_view list) {
  const auto hosts = parse_hostlist(list);
  if (!hosts || host_count(*hosts) > most_nodes) return std::nullopt;
  std::set<std::string> names;
  HostReader reader(*hosts);
  for (std::string name; reader.next(name);) names.insert(name);
  return names;
}

}  // namespace skiff::sidecar
