#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "level.h"
#include "node.h"

namespace skiff::health {

/// One check of a run.
struct Task {
  std::string id;         ///< appears in reasons and in the settings
  unsigned contexts = 0;  ///< bits of Context
  std::string worker;     ///< the process that runs its tasks one after another; workers run in parallel
  std::chrono::milliseconds deadline{2000};
  Level on_hang = Level::unknown;  ///< the level if the deadline passes
  std::function<Verdict(const Node&)> run;
};

}  // namespace skiff::health
