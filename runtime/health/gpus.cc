#include "gpus.h"

#include <memory>

#include "common/files.h"
#include "text/number.h"

namespace skiff::health {
namespace {

void open_devices(Gpus& gpus, const std::string& library) {
  gpus.error = nvml::load(library, gpus.api);
  if (!gpus.error.empty()) {
    gpus.code = nvml::library_not_found;
    return;
  }
  unsigned count = 0;
  gpus.code = gpus.api.init();
  if (gpus.code == nvml::success) gpus.code = gpus.api.device_count(&count);
  if (gpus.code != nvml::success) {
    gpus.error = nvml::describe(gpus.code);
    return;
  }
  for (unsigned i = 0; i < count; ++i) {
    Gpu gpu{.index = i, .minor = i};
    gpu.error = gpus.api.device_by_index(i, &gpu.handle);
    if (gpu.error == nvml::success) {
      char name[96] = "";
      if (nvml::call(gpus.api.name, gpu.handle, name, sizeof name) == nvml::success) gpu.name = name;
      nvml::call(gpus.api.minor_number, gpu.handle, &gpu.minor);
    }
    gpus.devices.push_back(gpu);
  }
}

}  // namespace

const Gpus* gpus_of(const Node& node) {
  if (!node.settings.gpus) return nullptr;
  if (!node.gpus) {
    node.gpus = std::make_shared<Gpus>();
    open_devices(*node.gpus, node.settings.gpus->nvml);
  }
  return node.gpus.get();
}

Verdict each_gpu(const Node& node, const std::string& good,
                 const std::function<nvml::Return(const nvml::Api&, const Gpu&, Findings&)>& look) {
  const Gpus* gpus = gpus_of(node);
  if (!gpus) return std::nullopt;
  if (!gpus->error.empty()) return Result{Level::unknown, "NVML: " + gpus->error, {}};
  Findings findings;
  std::size_t answered = 0, unsupported = 0;
  for (const Gpu& gpu : gpus->devices) {
    if (!gpu.handle) continue;  // gpu-driver reports it
    const nvml::Return error = look(gpus->api, gpu, findings);
    ++answered;
    if (error == nvml::not_supported || error == nvml::function_not_found) {
      ++unsupported;
    } else if (error != nvml::success) {
      findings.add(Level::unknown, gpu.label() + ": " + std::string(nvml::describe(error)));
    }
  }
  if (answered == 0) return Result{Level::unknown, "no GPU answers", {}};
  if (findings.empty() && unsupported == answered) return std::nullopt;
  return findings.result(good);
}

std::set<unsigned> job_gpus(const Node& node) {
  std::set<unsigned> found;
  for (const auto& part : words_of(node.variable("SLURM_JOB_GPUS"), ",")) {
    const auto ends = words_of(part, "-");
    const auto first = ends.empty() ? std::nullopt : to_number(ends.front());
    const auto last = ends.empty() ? std::nullopt : to_number(ends.back());
    if (!first || !last || *first < 0 || *last > 4096) continue;
    for (auto i = *first; i <= *last; ++i) found.insert(static_cast<unsigned>(i));
  }
  return found;
}

}  // namespace skiff::health
