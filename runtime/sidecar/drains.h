#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sidecar/after_drain.h"

// At what point each drain of ours is: the first half of decide_after_drain.

namespace skiff::sidecar {

/// A worker of one of our node sets, with its pod.
struct Worker {
  const Node* node = nullptr;
  const Pod* pod = nullptr;
  std::string set;
  bool elastic = false;
  std::string cause;    ///< `gpu-count` of `[HC] gpu-count: 7 of 8 GPUs`; empty: none
  bool serves = false;  ///< takes jobs, or could
  bool quiet = false;   ///< drained, and nothing runs or can come
  bool off = false;     ///< an elastic node whose pod power saving took in the meantime
  bool drained = false;
  bool ours = false;  ///< drained by one of our checks
  bool busy() const { return node->is("ALLOCATED") || node->is("MIXED") || node->is("COMPLETING"); }
};

/// The condition's reasons, and three steps to a replacement.
enum class Stage { draining, drained, needs_attention, candidate, waiting, replacing, again, replaced };

/// One drain of ours.
struct Drain {
  const Worker* worker = nullptr;
  const Replaced* last = nullptr;  ///< the node's last replacement
  std::int64_t begin = 0;          ///< since when its pod is there and drained
  Stage stage = Stage::drained;
  std::string why;  ///< what it waits for, or why it is an administrator's turn
  const std::string& name() const { return worker->node->name; }
};

/// `cause` of a reason, where it is one of a check's.
std::string cause_of(const std::string& reason);

std::vector<Worker> workers_of(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                               const AfterDrain& settings);

/// Each drain of ours, those that may be replaced now chosen: as many as the hour and the moment allow, those first that have waited
/// longest. `replaced` is the record with what is over marked so.
std::vector<Drain> drains_of(const std::vector<Worker>& workers, const std::vector<Replaced>& replaced,
                             const AfterDrain& settings, std::int64_t now);

/// How many replacements began in the last hour.
std::int64_t in_the_hour(const std::vector<Replaced>& replaced, std::int64_t now);

}  // namespace skiff::sidecar
