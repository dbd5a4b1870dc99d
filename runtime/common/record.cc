#include "common/record.h"

#include <time.h>

#include <algorithm>

#include "common/files.h"
#include "text/ascii.h"

namespace skiff {
namespace {

// Seconds since 1970 of a time such as `2026-11-21T14:30:43` in UTC; 0 for anything else.
std::int64_t time_of(const std::string& text) {
  tm parts{};
  const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  return end && !*end ? static_cast<std::int64_t>(timegm(&parts)) : 0;
}

// Splits a reason such as `gpu-count: 7 of 8 GPUs [root@2026-11-21T14:30:43]`. If a record is one line, other fields
// may follow.
void take_reason(std::string_view text, NodeRecord& record) {
  record.reason = text;
  for (auto open = text.rfind(" ["); open != text.npos; open = open == 0 ? text.npos : text.rfind(" [", open - 1)) {
    const std::string_view inside = text.substr(open + 2, text.find(']', open) - open - 2);
    const auto at = inside.rfind('@');
    const bool ends = open + 2 + inside.size() + 1 == text.size();
    if (at == inside.npos) continue;
    const std::int64_t time = time_of(std::string(inside.substr(at + 1)));
    if (time == 0 && !ends) continue;
    record.reason_time = time;
    record.reason.erase(open);
    return;
  }
}

// The place at the end of a record. Only `Parameters=` may follow it (slurm_sprint_node_table(), node_info.c, 25.05 to
// 26.05), so a reason or comment that mentions a topology is not mistaken for one.
std::string_view topology_in(std::string_view line) {
  constexpr std::string_view key = " Topology=";
  const auto at = line.rfind(key);
  if (at == line.npos) return {};
  std::string_view rest = line.substr(at + key.size());
  const std::string_view topology = rest.substr(0, rest.find(' '));
  rest.remove_prefix(topology.size());
  const auto next = rest.find_first_not_of(' ');
  return next == rest.npos || rest.substr(next).starts_with("Parameters=") ? topology : std::string_view();
}

}  // namespace

bool is_node_name(const std::string& name) {
  return !name.empty() && name.size() < 254 && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

NodeRecord parse_record(std::string_view text) {
  NodeRecord record;
  for (const auto& line : lines_of(text)) {
    const auto begin = line.find_first_not_of(' ');
    if (begin == line.npos) continue;
    const std::string_view field = std::string_view(line).substr(begin);
    // Take the first match: Slurm prints its own fields above the comment and the reason, which users write and which
    // may have several lines.
    if (!record.known() && field.starts_with("State=")) record.state = field.substr(6, field.find(' ') - 6);
    if (field.starts_with("Comment=")) record.comment = field.substr(8);
    if (field.starts_with("Reason=")) take_reason(field.substr(7), record);
  }
  return record;
}

std::vector<std::pair<std::string, NodeRecord>> parse_records(std::string_view text) {
  constexpr std::string_view name_key = "NodeName=", version_key = " Version=", state_key = " State=",
                             reason_key = " Reason=";
  std::vector<std::pair<std::string, NodeRecord>> records;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with(name_key)) continue;
    NodeRecord record;
    std::string name(line.substr(name_key.size(), line.find(' ') - name_key.size()));
    // Version and state come before the comment and the reason, which may contain any text.
    if (const auto at = line.find(state_key); at != line.npos) {
      const std::string_view rest = line.substr(at + state_key.size());
      record.state = rest.substr(0, rest.find(' '));
      if (const auto version = line.substr(0, at).find(version_key); version != line.npos) {
        const std::string_view value = line.substr(version + version_key.size());
        record.version = value.substr(0, value.find(' '));
      }
    }
    if (const auto at = line.find(reason_key); at != line.npos)
      take_reason(line.substr(at + reason_key.size()), record);
    record.topology = topology_in(line);
    records.emplace_back(std::move(name), std::move(record));
  }
  return records;
}

NameParts parts_of(std::string_view name) {
  const auto dash = name.rfind('-');
  if (dash == name.npos || dash == 0 || dash + 1 == name.size()) return {};
  const std::string_view number = name.substr(dash + 1);
  if (!std::all_of(number.begin(), number.end(), is_digit)) return {};
  return {name.substr(0, dash), number};
}

}  // namespace skiff
