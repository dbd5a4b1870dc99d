#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sidecar/after_drain.h"

// The stage of each of our drains: the first half of decide_after_drain.

namespace skiff::sidecar {

/// A worker of one of our node sets, with its pod.
struct Worker {
  const Node* node = nullptr;
  const Pod* pod = nullptr;
  std::string set;
  bool elastic = false;
  std::string cause;    ///< `gpu-count` of `[HC] gpu-count: 7 of 8 GPUs`; empty: none
  bool serves = false;  ///< runs or accepts jobs
  bool quiet = false;   ///< drained, and no job runs or can start
  bool off = false;     ///< a drained elastic node that power saving has powered down meanwhile
  bool drained = false;
  bool ours = false;  ///< drained by one of our checks
  bool busy() const { return node->is("ALLOCATED") || node->is("MIXED") || node->is("COMPLETING"); }
};

/// The reasons of the condition, and the steps of a replacement.
enum class Stage { draining, drained, needs_attention, candidate, waiting, replacing, retrying, replaced };

/// A drain by one of our checks.
struct Drain {
  const Worker* worker = nullptr;
  const Replaced* last = nullptr;  ///< the node's last replacement
  std::int64_t begin = 0;          ///< when the drain began or its pod was created, whichever is later
  Stage stage = Stage::drained;
  std::string why;  ///< what it waits for, or why it is left to an administrator
  const std::string& name() const { return worker->node->name; }
};

/// The name of the check that wrote this reason; empty if no check did.
std::string cause_of(const std::string& reason);

std::vector<Worker> workers_of(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                               const AfterDrain& settings);

/// All our drains. Those whose pod is to be replaced now have the stage `replacing`: the oldest drains first, within
/// the limits per hour and at a time. `replaced` is the record, with `over` set for completed replacements.
std::vector<Drain> drains_of(const std::vector<Worker>& workers, const std::vector<Replaced>& replaced,
                             const AfterDrain& settings, std::int64_t now);

/// How many replacements began in the last hour.
std::int64_t in_the_hour(const std::vector<Replaced>& replaced, std::int64_t now);

}  // namespace skiff::sidecar
