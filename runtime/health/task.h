#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "level.h"
#include "node.h"

namespace skiff::health {

/// One check of a run. Tasks of one lane run one after another in one process of their own, lanes side by side.
struct Task {
  std::string id;         ///< stands in reasons and in the settings
  unsigned contexts = 0;  ///< bits of Context
  std::string lane;
  std::chrono::milliseconds deadline{2000};
  Level on_hang = Level::unknown;  ///< what it is when the deadline passes
  std::function<Verdict(const Node&)> run;
};

}  // namespace skiff::health
