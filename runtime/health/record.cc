#include "record.h"

#include <time.h>

#include "files.h"

namespace skiff::health {
namespace {

// `2026-11-21T14:30:43` in UTC.
std::int64_t time_of(const std::string& text) {
  tm parts{};
  const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  return end && !*end ? static_cast<std::int64_t>(timegm(&parts)) : 0;
}

}  // namespace

NodeRecord parse_record(std::string_view text) {
  NodeRecord record;
  for (const auto& line : lines_of(text)) {
    const auto begin = line.find_first_not_of(' ');
    if (begin == line.npos) continue;
    const std::string_view field = std::string_view(line).substr(begin);
    if (field.starts_with("State=")) record.state = field.substr(6, field.find(' ') - 6);
    if (field.starts_with("Comment=")) record.comment = field.substr(8);
    if (!field.starts_with("Reason=")) continue;
    record.reason = field.substr(7);
    // ` [root@2026-11-21T14:30:43]`
    const auto open = record.reason.rfind(" [");
    const auto at = record.reason.rfind('@');
    if (open == record.reason.npos || !record.reason.ends_with("]") || at == record.reason.npos || at < open) continue;
    record.reason_time = time_of(record.reason.substr(at + 1, record.reason.size() - at - 2));
    record.reason.erase(open);
  }
  return record;
}

}  // namespace skiff::health
