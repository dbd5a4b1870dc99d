#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sidecar/after_drain.h"
#include "sidecar/node_states.h"
#include "sidecar/pod.h"
#include "sidecar/power.h"

// Reads and writes the API server's JSON. The functions that read throw std::runtime_error for invalid input. A list
// may be empty, but it must exist.

namespace skiff::sidecar {

/// A Kubernetes node.
struct Machine {
  std::string name;
  std::map<std::string, std::string> labels;
};

/// One page of a list.
struct Page {
  std::string next;     ///< the token of the next page; empty: this is the last one
  std::string version;  ///< resourceVersion from which a watch can continue
};
Page parse_pods(std::string_view text, std::vector<Pod>& into);
/// The names and labels of Kubernetes nodes.
Page parse_machines(std::string_view text, std::vector<Machine>& into);
Page parse_sets(std::string_view text, std::vector<ElasticSet>& into);
/// True if Kubernetes has lost the kubelet of a Kubernetes node: the status of its condition Ready is Unknown.
bool parse_unreachable(std::string_view text);

/// One line of a watch on pods.
struct WatchEvent {
  enum class Kind { changed, deleted, bookmark, expired, failed };
  Kind kind = Kind::failed;
  Pod pod;              ///< set for `changed` and `deleted`
  std::string version;  ///< resourceVersion of the event
  std::string error;    ///< set for `expired` and `failed`
};
WatchEvent parse_watch_line(std::string_view line);

/// The `message` of a Status, in one line; empty if there is none.
std::string parse_message(std::string_view text);

/// The pod of a node: the set's template with the node's name. The PodTemplate owns it, so the pod is deleted with the
/// cluster.
std::string pod_body(const ElasticSet& set, const std::string& node);
/// The body of a DELETE request that deletes a pod only if it has this uid.
std::string delete_body(const std::string& uid);
/// The same without waiting for the pod's kubelet, which is not there any more.
std::string force_delete_body(const std::string& uid);
/// A strategic merge patch of a status. `now` in seconds since 1970.
std::string patch_body(const Patch& patch, std::int64_t now);
/// An event of a pod. The name follows from the content, so that the API server refuses an event that it still has.
std::string event_body(const StateEvent& event, const std::string& ns, std::int64_t now);

}  // namespace skiff::sidecar
