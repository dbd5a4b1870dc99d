#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "level.h"
#include "node.h"
#include "task.h"

namespace skiff::health {

/// The result of a task.
struct Outcome {
  std::string id;
  Verdict verdict;
  std::chrono::milliseconds took{0};
};

/// Runs the tasks in their workers, which are processes that run in parallel. Returns after `whole` at the latest. A
/// process that does not answer in time is killed; if it cannot be killed, it is abandoned and recorded in `folder`.
/// Returns one outcome per task, in the order of `tasks`.
std::vector<Outcome> run_tasks(const Node& node, const std::vector<Task>& tasks, std::chrono::milliseconds whole,
                               const std::string& folder);

}  // namespace skiff::health
