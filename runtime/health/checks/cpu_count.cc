#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "checks/checks.h"
#include "common/files.h"
#include "text/number.h"

namespace skiff::health {

namespace {

// The numbers in a list such as `0-3,8`.
std::set<std::int64_t> ranges_of(std::string_view text) {
  std::set<std::int64_t> found;
  for (const auto& part : words_of(text, ",")) {
    const auto ends = words_of(part, "-");
    const auto first = ends.empty() ? std::nullopt : to_number(ends.front());
    const auto last = ends.empty() ? std::nullopt : to_number(ends.back());
    if (!first || !last || *last - *first > 65536) continue;
    for (auto i = *first; i <= *last; ++i) found.insert(i);
  }
  return found;
}

struct Topology {
  std::int64_t sockets = 0, cores_per_socket = 0, threads_per_core = 0;
};

Topology topology_of(const Node& node, const std::set<std::int64_t>& cpus) {
  std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> threads;  // by socket, by core
  for (const auto cpu : cpus) {
    const std::string folder = node.path("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/");
    const auto socket = read_number(folder + "physical_package_id"), core = read_number(folder + "core_id");
    if (socket && core) ++threads[*socket][*core];
  }
  // If sockets or cores differ, the smallest value counts.
  Topology found{static_cast<std::int64_t>(threads.size()), INT64_MAX, INT64_MAX};
  for (const auto& [socket, cores] : threads) {
    found.cores_per_socket = std::min(found.cores_per_socket, static_cast<std::int64_t>(cores.size()));
    for (const auto& [core, count] : cores) found.threads_per_core = std::min(found.threads_per_core, count);
  }
  return found;
}

// The number of CPUs that this process may use, by affinity and cgroup (proc_pid_status(5)); 0 if it is not known.
std::size_t allowed(const Node& node) {
  for (const auto& line : lines_of(read_text(node.path("/proc/self/status")).value_or(""))) {
    const auto words = words_of(line);
    if (words.size() > 1 && words[0] == "Cpus_allowed_list:") return ranges_of(words[1]).size();
  }
  return 0;
}

}  // namespace

Verdict cpu_count(const Node& node) {
  if (!node.settings.cpus) return std::nullopt;
  const Settings::Cpus& expected = *node.settings.cpus;
  const auto online = ranges_of(read_line(node.path("/sys/devices/system/cpu/online")).value_or(""));
  if (online.empty()) return Result{Level::unknown, "/sys lists no online CPU", {}};
  Findings findings;
  // `1 thread per core, expected 2`
  const auto compare = [&](std::int64_t found, std::int64_t wanted, const std::string& what, const char* per = "") {
    if (wanted > 0 && found < wanted)
      findings.add(Level::critical, std::to_string(found) + " " + what + (found == 1 ? "" : "s") + per + ", expected " +
                                        std::to_string(wanted));
  };
  compare(static_cast<std::int64_t>(online.size()), expected.count, "CPU");
  if (const auto usable = static_cast<std::int64_t>(allowed(node)); usable > 0)
    compare(usable, expected.count, "usable CPU");
  const Topology topology = topology_of(node, online);
  if (topology.sockets > 0) {
    compare(topology.sockets, expected.sockets, "socket");
    compare(topology.cores_per_socket, expected.cores_per_socket, "core", " per socket");
    compare(topology.threads_per_core, expected.threads_per_core, "thread", " per core");
  }
  return findings.result(std::to_string(online.size()) + " CPUs");
}

}  // namespace skiff::health
