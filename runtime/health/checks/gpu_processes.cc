#include <unistd.h>

#include <iterator>

#include "checks/checks.h"
#include "gpus.h"
#include "processes.h"

namespace skiff::health {

namespace {

std::vector<unsigned> processes_on(const nvml::Api& api, const Gpu& gpu, nvml::Return& error) {
  nvml::Process list[256];
  unsigned count = std::size(list);
  error = nvml::call(api.processes, gpu.handle, &count, list);
  std::vector<unsigned> pids;
  if (error == nvml::success)
    for (unsigned i = 0; i < count && i < std::size(list); ++i) pids.push_back(list[i].pid);
  return pids;
}

}  // namespace

Verdict gpu_processes(const Node& node) {
  if (!node.settings.gpus) return std::nullopt;
  const auto wanted = job_gpus(node);
  if (node.as == prolog || node.as == epilog) {
    if (wanted.empty()) return std::nullopt;
  } else if (steps_run(processes(node.root))) {
    // A periodic run checks whether an earlier failure is over. While steps run, processes may belong to their job.
    return Result{Level::unknown, "not checked while job steps run", {}};
  }
  auto tries = threshold(node.settings.catalogue, "gpuProcessTries");
  const auto pause = static_cast<unsigned>(threshold(node.settings.catalogue, "gpuProcessPause"));
  for (;;) {
    Verdict verdict = each_gpu(node, "none", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
      nvml::Return error = nvml::success;
      if (!wanted.empty() && !wanted.contains(gpu.minor)) return error;
      // These are process IDs of the host. A pod may not see these processes, so only the ID is reported.
      for (const unsigned pid : processes_on(api, gpu, error))
        findings.add(Level::critical, gpu.label() + ": process " + std::to_string(pid) + " of another job or user");
      return error;
    });
    if (--tries < 1 || !verdict || verdict->level != Level::critical) return verdict;
    sleep(pause);
  }
}

}  // namespace skiff::health
