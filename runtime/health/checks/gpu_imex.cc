#include "checks/checks.h"
#include "common/files.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_imex(const Node& node) {
  if (!node.settings.gpus || !node.settings.gpus->imex) return std::nullopt;
  for (const auto& name : names_in(node.path("/dev/nvidia-caps-imex-channels")))
    if (name.starts_with("channel")) return Result{Level::ok, name, {}};
  return Result{Level::critical, "no channel in /dev/nvidia-caps-imex-channels", {}};
}

}  // namespace skiff::health
