#pragma once

#include "gpus.h"

namespace skiff::health {

/// The expected number of NVLinks of a GPU. 0 if the node has only one GPU, because it may be a part of a larger
/// machine.
inline unsigned links_of(const Node& node, const Gpu& gpu) {
  if (node.settings.gpus->count < 2) return 0;
  return static_cast<unsigned>(threshold(node.settings.catalogue, "nvlinks", gpu.name));
}

}  // namespace skiff::health
