#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "provenance/origin.h"

// Types that several parts of the plan use.

namespace skiff::plan {

using Text = Tracked<std::string>;
using Int = Tracked<std::int64_t>;
using Bool = Tracked<bool>;
using Texts = std::vector<Text>;
/// Keys and values that the user chose: labels, selectors, passthrough parameters.
using Pairs = std::vector<std::pair<std::string, Text>>;
using Numbers = std::vector<std::pair<std::string, Int>>;

/// Joins the words that are not empty with commas, as in Slurm's lists.
Text joined(const Texts& words);

struct Toleration {
  std::optional<Text> key, op, value, effect;
  void each(auto&& f) const { f("key", key), f("operator", op), f("value", value), f("effect", effect); }
};

struct Placement {
  Pairs node_selector;
  std::vector<Toleration> tolerations;
  std::optional<Text> priority_class;
  void each(auto&& f) const {
    f("nodeSelector", node_selector), f("tolerations", tolerations), f("priorityClassName", priority_class);
  }
};

struct Resources {
  Text cpu_request, memory;
  void each(auto&& f) const { f("cpu", cpu_request), f("memory", memory); }
};

/// A ConfigMap or a Secret that something else maintains. Exactly one of the two is set.
struct Source {
  std::optional<Text> config_map, secret;
  const Origin& origin() const { return config_map ? config_map->origin : secret->origin; }
  void each(auto&& f) const { f("configMap", config_map), f("secret", secret); }
};

/// One key of a ConfigMap or of a Secret.
struct SourceKey {
  std::optional<Text> config_map, secret;
  Text key;
  void each(auto&& f) const { f("configMap", config_map), f("secret", secret), f("key", key); }
};

/// The address of a component: the first label of its DNS name, the full name in the cluster's domain, and the port.
struct Endpoint {
  Text object;  ///< name of the workload and its Service
  Text fqdn;
  Int port;
  void each(auto&& f) const { f("object", object), f("fqdn", fqdn), f("port", port); }
};

struct Service {
  Text type;
  Int port;
  std::optional<Int> node_port;
  Pairs annotations;
  Texts source_ranges;
  std::optional<Text> load_balancer_class, load_balancer_ip, external_traffic_policy, session_affinity;
  std::optional<Int> session_affinity_timeout;  ///< seconds
  void each(auto&& f) const {
    f("type", type), f("port", port), f("nodePort", node_port), f("annotations", annotations);
    f("sourceRanges", source_ranges), f("loadBalancerClass", load_balancer_class);
    f("loadBalancerIP", load_balancer_ip), f("externalTrafficPolicy", external_traffic_policy);
    f("sessionAffinity", session_affinity), f("sessionAffinityTimeout", session_affinity_timeout);
  }
};

}  // namespace skiff::plan
