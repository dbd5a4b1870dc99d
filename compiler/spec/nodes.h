#pragma once

#include <optional>

#include "spec/common.h"
#include "spec/topology.h"
#include "spec/volumes.h"

// Node sets and partitions.

namespace skiff::spec {

struct Hardware : Record {
  Text shorthand;  ///< the catalogue entry, if the property is a string
  Int cpus, sockets, cores_per_socket, threads_per_core;
  Text memory;
  void each(auto&& f) {
    f("cpus", cpus), f("sockets", sockets), f("coresPerSocket", cores_per_socket);
    f("threadsPerCore", threads_per_core), f("memory", memory);
  }
};

struct Gpus : Record {
  Text type;
  Int count;
  Text resource, files;
  void each(auto&& f) { f("type", type), f("count", count), f("resource", resource), f("files", files); }
};

struct Rdma : Record {
  Text resource;
  Int count, ports, rate;
  Text link_layer;
  Texts ignore;
  Bool gpu_direct;
  void each(auto&& f) {
    f("resource", resource), f("count", count), f("ports", ports), f("rate", rate), f("linkLayer", link_layer);
    f("ignore", ignore), f("gpuDirect", gpu_direct);
  }
};

struct Reserve : Record {
  Int cores;
  Text memory;
  void each(auto&& f) { f("cores", cores), f("memory", memory); }
};

/// Resource limits of jobs' processes.
struct Limits : Record {
  Text memlock;
  Int nofile;
  void each(auto&& f) { f("memlock", memlock), f("nofile", nofile); }
};

struct Updates : Record {
  Text strategy, grace_period;
  void each(auto&& f) { f("strategy", strategy), f("gracePeriod", grace_period); }
};

struct Scaling : Record {
  Text mode;
  Int min, max;
  Text idle_after, resume_timeout, retry_after;
  void each(auto&& f) {
    f("mode", mode), f("min", min), f("max", max), f("idleAfter", idle_after);
    f("resumeTimeout", resume_timeout), f("retryAfter", retry_after);
  }
};

struct NodeSet : Record, Placement {
  Text name;
  Int replicas;
  std::optional<Scaling> scaling;
  Hardware hardware;
  std::optional<Gpus> gpus;
  std::optional<Rdma> rdma;
  Resources requests;
  Reserve reserve;
  Text shared_memory;
  std::optional<EmptyDir> tmp;
  Limits limits;
  Texts features;
  Int weight;
  Updates updates;
  Bool topology_spread;
  TextMap labels, annotations;
  Settings config;
  void each(auto&& f) {
    f("name", name), f("replicas", replicas), f("scaling", scaling), f("hardware", hardware), f("gpus", gpus);
    f("rdma", rdma);
    f("requests", requests), f("reserve", reserve), f("sharedMemory", shared_memory);
    f("tmp", tmp), f("limits", limits);
    f("features", features), f("weight", weight), f("updates", updates), f("topologySpread", topology_spread);
    each_placement(f);
    f("labels", labels), f("annotations", annotations), f("config", config);
  }
};

struct Partition : Record {
  Text name;
  Texts node_sets;
  Bool is_default;
  Text state, max_time, default_time;
  Int min_nodes, max_nodes, priority_tier, priority_job_factor;
  Text over_subscribe, preempt_mode;
  Int grace_time;
  Text qos;
  Texts allow_accounts, deny_accounts, allow_groups, allow_qos, deny_qos;
  Int def_mem_per_cpu, max_mem_per_cpu, def_mem_per_node, def_cpu_per_gpu, def_mem_per_gpu;
  Bool exclusive_user, hidden, root_only;
  std::optional<Topology> topology;
  Settings config;
  void each(auto&& f) {
    f("name", name), f("nodeSets", node_sets), f("default", is_default), f("state", state);
    f("maxTime", max_time), f("defaultTime", default_time), f("minNodes", min_nodes), f("maxNodes", max_nodes);
    f("priorityTier", priority_tier), f("priorityJobFactor", priority_job_factor);
    f("overSubscribe", over_subscribe), f("preemptMode", preempt_mode), f("graceTime", grace_time), f("qos", qos);
    f("allowAccounts", allow_accounts), f("denyAccounts", deny_accounts), f("allowGroups", allow_groups);
    f("allowQos", allow_qos), f("denyQos", deny_qos), f("defMemPerCpu", def_mem_per_cpu);
    f("maxMemPerCpu", max_mem_per_cpu), f("defMemPerNode", def_mem_per_node), f("defCpuPerGpu", def_cpu_per_gpu);
    f("defMemPerGpu", def_mem_per_gpu), f("exclusiveUser", exclusive_user), f("hidden", hidden);
    f("rootOnly", root_only), f("topology", topology), f("config", config);
  }
};

}  // namespace skiff::spec
