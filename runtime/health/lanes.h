#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "level.h"
#include "node.h"
#include "task.h"

namespace skiff::health {

/// What became of a task.
struct Outcome {
  std::string id;
  Verdict verdict;
  std::chrono::milliseconds took{0};
};

/// Runs tasks in processes of their own, one for each lane, side by side, and comes back at `whole` at the latest. What did not
/// answer in time is ended, or left behind and remembered in `folder` where it can't be. One outcome for each task, in
/// their order.
std::vector<Outcome> run_tasks(const Node& node, const std::vector<Task>& tasks, std::chrono::milliseconds whole,
                               const std::string& folder);

}  // namespace skiff::health
