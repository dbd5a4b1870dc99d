#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sidecar/after_drain.h"
#include "sidecar/pod.h"
#include "sidecar/power.h"

// What is read of the API server's JSON, and what is written for it. Readers throw std::runtime_error for what makes no sense: no item is
// still an answer, no list is none.

namespace skiff::sidecar {

/// One page of a list.
struct Page {
  std::string next;     ///< the token of the page after it; empty: it is the last one
  std::string version;  ///< resourceVersion, from which a watch may go on
};
Page parse_pods(std::string_view text, std::vector<Pod>& into);
Page parse_sets(std::string_view text, std::vector<ElasticSet>& into);

/// One line of a watch on pods.
struct WatchEvent {
  enum class Kind { changed, deleted, bookmark, expired, failed };
  Kind kind = Kind::failed;
  Pod pod;              ///< of changed and deleted
  std::string version;  ///< up to where this is told
  std::string error;    ///< of expired and failed
};
WatchEvent parse_watch_line(std::string_view line);

/// `message` of a Status, in one line; empty where there is none.
std::string parse_message(std::string_view text);

/// The pod of a node: the set's template under the node's name. Its owner is the template, so that it goes with the cluster.
std::string pod_body(const ElasticSet& set, const std::string& node);
/// Deletes the pod of this uid alone.
std::string delete_body(const std::string& uid);
/// A strategic merge patch of a status. `now` in seconds since 1970.
std::string patch_body(const Patch& patch, std::int64_t now);

}  // namespace skiff::sidecar
