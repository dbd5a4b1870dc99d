#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "level.h"
#include "node.h"

namespace skiff::health {

/// One check of a run. The tasks of a lane run one after another in one worker process; lanes run in parallel.
struct Task {
  std::string id;         ///< appears in reasons and in the settings
  unsigned contexts = 0;  ///< bits of Context
  std::string lane;
  std::chrono::milliseconds deadline{2000};
  Level on_hang = Level::unknown;  ///< the level if the deadline passes
  std::function<Verdict(const Node&)> run;
};

}  // namespace skiff::health
