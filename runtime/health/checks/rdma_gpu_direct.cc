#include "checks/checks.h"
#include "common/files.h"

namespace skiff::health {

Verdict rdma_gpu_direct(const Node& node) {
  if (!node.settings.rdma || !node.settings.rdma->gpu_direct || !node.settings.gpus) return std::nullopt;
  const auto modules = names_in(node.path("/sys/module"));
  for (const auto& module : modules)
    if (module == "nvidia_peermem" || module == "nv_peer_mem") return Result{Level::ok, module, {}};
  // The open driver shares GPU memory through dma-buf.
  const auto version = read_text(node.path("/proc/driver/nvidia/version"));
  if (version && version->find("Open Kernel Module") != version->npos) return Result{Level::ok, "dma-buf", {}};
  return Result{Level::warn, "no GPUDirect RDMA: neither nvidia_peermem nor the open driver is loaded", {}};
}

}  // namespace skiff::health
