#include "sidecar/slurm_text.h"

#include <time.h>

#include <set>
#include <utility>

#include "common/files.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff::sidecar {

std::optional<std::int64_t> boot_time_in(std::string_view text) {
  for (const auto& line : lines_of(text)) {
    if (!line.starts_with("BOOT_TIME")) continue;
    const auto at = line.find('=');
    if (at == line.npos || line.size() < at + 2) return std::nullopt;
    tm parts{};
    const char* end = strptime(line.c_str() + at + 1, " %Y-%m-%dT%H:%M:%S", &parts);
    return end ? std::optional(static_cast<std::int64_t>(timegm(&parts))) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::int64_t> accounting_updates_in(std::string_view text) {
  constexpr std::string_view head = "Remote Procedure Call statistics by message type", count = "count:";
  const std::size_t begin = text.find(head);
  if (begin == text.npos) return std::nullopt;
  for (const auto& line : lines_of(text.substr(begin))) {
    if (line.find("ACCOUNTING_UPDATE_MSG ") == line.npos) continue;
    const std::size_t at = line.find(count);
    if (at == line.npos) return std::nullopt;
    const std::string number = line.substr(at + count.size());
    return to_number<std::int64_t>(number.substr(0, number.find_first_not_of("0123456789")));
  }
  return 0;
}

bool starts_at_reconfigure(std::string_view version) {
  // Debian prints slurm-wlm.
  const std::size_t name = version.find(' '), point = version.find('.');
  if (!version.starts_with("slurm") || point == version.npos || name >= point) return false;
  const std::string_view rest = version.substr(point + 1);
  const auto year = to_number<int>(version.substr(name + 1, point - name - 1));
  const auto month = to_number<int>(rest.substr(0, rest.find_first_not_of("0123456789")));
  return year && month && std::pair(*year, *month) >= std::pair(23, 11);
}

std::vector<std::string> node_names_in(std::string_view text) {
  constexpr std::string_view key = "NodeName=";
  std::vector<std::string> lists;
  for (const auto& line : lines_of(text))
    if (line.starts_with(key)) lists.push_back(line.substr(key.size(), line.find(' ') - key.size()));
  return lists;
}

std::string some_jobs(std::string_view text) {
  std::set<std::string> seen;
  std::string jobs;
  for (const auto& line : lines_of(text)) {
    if (line.empty() || seen.size() == 10 || !seen.insert(line).second) continue;
    jobs += (jobs.empty() ? "" : " ") + line;
  }
  return jobs;
}

std::vector<std::string> qos_in_memory(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (line.starts_with("QOS=")) names.emplace_back(line.substr(4, line.find('(') - 4));
  }
  return names;
}

std::vector<std::string> partition_qos(std::string_view slurm_conf) {
  std::vector<std::string> names;
  while (!slurm_conf.empty()) {
    std::string_view line = take_until(slurm_conf, '\n');
    if (!to_lower(line.substr(0, 14)).starts_with("partitionname=")) continue;
    while (!line.empty()) {
      const std::string_view word = take_until(line, ' ');
      if (to_lower(word.substr(0, 4)) == "qos=" && word.size() > 4) names.push_back(to_lower(word.substr(4)));
    }
  }
  return names;
}

}  // namespace skiff::sidecar
