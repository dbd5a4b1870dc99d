#include "checks/checks.h"
#include "common/files.h"
#include "rdma.h"
#include "text/number.h"

namespace skiff::health {

// Remembers `=PORT COUNTER` for each port, and `PORT@TIME DOWNS` for each run within a day that found new ones.
Verdict rdma_link_downs(const Node& node) {
  const auto ports = rdma_ports_of(node);
  if (ports.empty()) return std::nullopt;
  constexpr std::int64_t day = 86400;
  const Counters before = counters_of(node.remembered("rdma-link-downs"));
  Counters now;
  for (const auto& [key, downs] : before) {
    const auto at = key.find('@');
    const auto time = at == key.npos ? std::nullopt : to_number(std::string_view(key).substr(at + 1));
    if (time && *time > node.now - day) now[key] = downs;
  }
  Findings findings;
  bool readable = false;
  for (const auto& port : ports) {
    const auto count = read_number(port.folder + "/counters/link_downed");
    if (!count) continue;
    readable = true;
    now["=" + port.label()] = *count;
    const auto last = before.find("=" + port.label());
    // A smaller counter was reset together with the port.
    const std::int64_t fresh = last != before.end() && *count > last->second ? *count - last->second : 0;
    if (fresh > 0) now[port.label() + "@" + std::to_string(node.now)] = fresh;
    std::int64_t today = 0;
    for (const auto& [key, downs] : now)
      if (key.starts_with(port.label() + "@")) today += downs;
    if (today >= threshold(node.settings.catalogue, "linkDownsCritical"))
      findings.add(Level::critical, port.label() + " went down " + std::to_string(today) + " times within a day");
    else if (fresh > 0)
      findings.add(Level::warn, port.label() + " went down " + std::to_string(fresh) + " times since the last run");
  }
  if (!readable) return Result{Level::unknown, "link_downed cannot be read for any port", {}};
  Result result = findings.result("no link went down");
  result.memory = text_of(now);
  return result;
}

}  // namespace skiff::health
