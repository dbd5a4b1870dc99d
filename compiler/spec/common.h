#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/field.h"

// Types that several parts of the spec use.

namespace skiff::spec {

using Text = Field<std::string>;
using Int = Field<std::int64_t>;
using Bool = Field<bool>;
using skiff::Texts;
using TextMap = Named<Text>;

/// A passthrough parameter of Slurm: one value, or a list that is joined with commas.
struct Setting {
  Text value;  ///< a scalar, as written
  Texts list;
  void each(auto&&) {}
};
using Settings = Named<Setting>;

struct Resources : Record {
  Text cpu, memory;
  void each(auto&& f) { f("cpu", cpu), f("memory", memory); }
};

struct PasswordSecret : Record {
  Text name, key;
  void each(auto&& f) { f("name", name), f("key", key); }
};

/// A ConfigMap or a Secret that something else maintains.
struct Source : Record {
  Text config_map_name, secret_name;
  void each(auto&& f) { f("configMapName", config_map_name), f("secretName", secret_name); }
};

/// One key of such an object.
struct SourceKey : Record {
  Text config_map_name, secret_name, key;
  void each(auto&& f) { f("configMapName", config_map_name), f("secretName", secret_name), f("key", key); }
};

struct Toleration : Record {
  Text key, op, value, effect;
  void each(auto&& f) { f("key", key), f("operator", op), f("value", value), f("effect", effect); }
};

struct Placement {
  TextMap node_selector;
  std::vector<Toleration> tolerations;
  Text priority_class_name;
  void each_placement(auto&& f) {
    f("nodeSelector", node_selector), f("tolerations", tolerations), f("priorityClassName", priority_class_name);
  }
};

struct Claim : Record {
  Text size, storage_class;
  Texts access_modes;
  void each(auto&& f) { f("size", size), f("storageClass", storage_class), f("accessModes", access_modes); }
};

struct Service : Record {
  Text type;
  Int node_port;
  TextMap annotations;
  Texts source_ranges;
  Text load_balancer_class, load_balancer_ip, external_traffic_policy, session_affinity, session_affinity_timeout;
  void each(auto&& f) {
    f("type", type), f("nodePort", node_port), f("annotations", annotations), f("sourceRanges", source_ranges);
    f("loadBalancerClass", load_balancer_class), f("loadBalancerIP", load_balancer_ip);
    f("externalTrafficPolicy", external_traffic_policy), f("sessionAffinity", session_affinity);
    f("sessionAffinityTimeout", session_affinity_timeout);
  }
};

}  // namespace skiff::spec
