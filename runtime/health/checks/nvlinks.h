#pragma once

#include "gpus.h"

namespace skiff::health {

/// NVLinks that are expected of a GPU: none where it is the node's only one, and perhaps a part of a machine.
inline unsigned links_of(const Node& node, const Gpu& gpu) {
  if (node.settings.gpus->count < 2) return 0;
  return static_cast<unsigned>(threshold(node.settings.catalogue, "nvlinks", gpu.name));
}

}  // namespace skiff::health
