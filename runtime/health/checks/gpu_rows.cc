#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

namespace {

Verdict rows(const Node& node, bool failed) {
  return each_gpu(node, "none", [failed](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    unsigned corrected = 0, uncorrected = 0, pending = 0, failure = 0;
    const nvml::Return error = nvml::call(api.remapped_rows, gpu.handle, &corrected, &uncorrected, &pending, &failure);
    if (error != nvml::success) return error;
    if (failed && failure) findings.add(Level::critical, gpu.label() + ": row remapping failed, replace the GPU");
    if (!failed && pending) findings.add(Level::critical, gpu.label() + ": row remapping is pending, reset the GPU");
    return error;
  });
}

}  // namespace

Verdict gpu_rows_pending(const Node& node) { return rows(node, false); }

Verdict gpu_rows_failed(const Node& node) { return rows(node, true); }

}  // namespace skiff::health
