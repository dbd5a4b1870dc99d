#include "checks/checks.h"
#include "common/files.h"
#include "processes.h"

namespace skiff::health {

namespace {

// It is normal that a kernel thread waits.
bool is_kernel_thread(const Process& process) { return process.pid == 2 || process.parent == 2; }

std::string named(const Process& process) { return process.command + " (" + std::to_string(process.pid) + ")"; }

}  // namespace

// Remembers `STATE.PID.STARTED SINCE` for each process in state D or Z. A process that leaves the state between two
// checks, but is in it at each check, counts too: it makes no progress.
Verdict stuck_processes(const Node& node) {
  const Counters before = counters_of(node.remembered("stuck-processes"));
  const auto stuck_limit = threshold(node.settings.catalogue, "stuckSeconds");
  const auto zombie_limit = threshold(node.settings.catalogue, "zombieSeconds");
  Counters now;
  Findings findings;
  for (const Process& process : processes(node.root)) {
    if ((process.state != 'D' && process.state != 'Z') || is_kernel_thread(process)) continue;
    const std::string key =
        std::string(1, process.state) + "." + std::to_string(process.pid) + "." + std::to_string(process.started);
    const auto seen = before.find(key);
    const std::int64_t since = seen == before.end() ? node.now : seen->second;
    now[key] = since;
    const std::int64_t seconds = node.now - since;
    if (process.state == 'D' && seconds > stuck_limit)
      findings.add(Level::critical,
                   named(process) + " has been in uninterruptible sleep for " + std::to_string(seconds) + " s");
    if (process.state == 'Z' && seconds > zombie_limit)
      findings.add(Level::warn, named(process) + " has been a zombie for " + std::to_string(seconds) + " s");
  }
  Result result = findings.result("none");
  result.memory = text_of(now);
  return result;
}

}  // namespace skiff::health
