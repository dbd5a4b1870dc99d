#pragma once

#include <optional>
#include <vector>

#include "plan/common.h"
#include "plan/storage.h"

// Node sets and partitions.

namespace skiff::plan {

struct Gpus {
  Text type;
  Int count;
  Text resource, files;
  void each(auto&& f) const { f("type", type), f("count", count), f("resource", resource), f("files", files); }
};

struct Rdma {
  Text resource;
  Int count;
  std::optional<Int> ports, rate;  ///< number that must be up on the node; minimum Gb/s of each
  Text link_layer;
  Texts ignore;  ///< devices; names may contain `*`
  Bool gpu_direct;
  void each(auto&& f) const {
    f("resource", resource), f("count", count), f("ports", ports), f("rate", rate), f("linkLayer", link_layer);
    f("ignore", ignore), f("gpuDirect", gpu_direct);
  }
};

/// Slurm's power saving for one set. Times are in seconds.
struct Scaling {
  Int min;     ///< nodes that keep their pods
  Int idle;    ///< SuspendTime
  Int resume;  ///< ResumeTimeout
  Int retry;   ///< how long a node gets no job after its pod did not start
  void each(auto&& f) const { f("min", min), f("idle", idle), f("resume", resume), f("retry", retry); }
};

/// A resource limit of jobs' processes.
struct Limit {
  Text value;     ///< a number, or `unlimited`
  Bool required;  ///< false for a default: if the pod may not set it, jobs get a lower limit
  void each(auto&& f) const { f("value", value), f("required", required); }
};

struct Limits {
  Limit memlock;  ///< KiB
  Limit nofile;
  void each(auto&& f) const { f("memlock", memlock), f("nofile", nofile); }
};

/// True if slurmd must not start without the limits of the set.
inline bool requires_any(const Limits& limits) { return *limits.memlock.required || *limits.nofile.required; }

/// MiB of a node's memory that slurmd and the slurmstepds of its jobs need at least.
inline constexpr std::int64_t least_reserve = 128;

struct NodeSet {
  Text name;
  Text component;  ///< app.kubernetes.io/component of its pods
  Int replicas;    ///< nodes in slurm.conf; with `scaling` not all of them have a pod
  std::optional<Scaling> scaling;
  Text hostlist;   ///< h100-[0-63]
  Text addresses;  ///< NodeAddr: the pods' full names
  Int port;
  Int cpus;
  std::optional<Int> sockets, cores_per_socket, threads_per_core;  ///< all three or none
  Int core_spec;
  Text memory;      ///< limit of the pod
  Int real_memory;  ///< MiB that jobs may use
  Text cpu_request, memory_request;
  std::optional<Gpus> gpus;
  std::optional<Rdma> rdma;
  Text shared_memory;
  std::optional<EmptyDir> tmp;
  Limits limits;
  Texts features;
  Int weight;
  Text update_strategy;
  Int grace_seconds;
  Bool spread;
  Placement placement;
  Pairs labels, annotations, config;
  std::vector<Mount> mounts;
  Texts shared_folders;  ///< all users write to them
  void each(auto&& f) const {
    f("name", name), f("component", component), f("replicas", replicas), f("scaling", scaling);
    f("hostlist", hostlist), f("addresses", addresses), f("port", port), f("cpus", cpus), f("sockets", sockets),
        f("coresPerSocket", cores_per_socket);
    f("threadsPerCore", threads_per_core), f("coreSpec", core_spec), f("memory", memory);
    f("realMemory", real_memory), f("cpuRequest", cpu_request), f("memoryRequest", memory_request), f("gpus", gpus);
    f("rdma", rdma), f("sharedMemory", shared_memory), f("tmp", tmp), f("limits", limits);
    f("features", features);
    f("weight", weight), f("updateStrategy", update_strategy), f("graceSeconds", grace_seconds),
        f("topologySpread", spread);
    f("placement", placement), f("labels", labels), f("annotations", annotations), f("config", config);
    f("mounts", mounts), f("sharedFolders", shared_folders);
  }
};

/// All nodes of the cluster, with or without a pod.
inline Int node_count(const std::vector<NodeSet>& sets) {
  Int total{0, {}};
  for (const NodeSet& set : sets) {
    total.value += *set.replicas;
    total.origin |= set.replicas.origin;
  }
  return total;
}

/// True for a set whose pods are created and deleted with the jobs (`scaling.mode`).
inline bool elastic(const NodeSet& set) { return set.scaling.has_value(); }

/// The partition of all node sets, which exists only if the spec lists no partitions.
inline constexpr const char* implicit_partition = "main";

struct Partition {
  Text name;
  Text nodes;  ///< the hostlists of its node sets, joined with commas
  Bool is_default;
  Text state, max_time, default_time;
  Pairs config;  ///< the other parameters of the line, with Slurm's names
  void each(auto&& f) const {
    f("name", name), f("nodes", nodes), f("default", is_default), f("state", state), f("maxTime", max_time);
    f("defaultTime", default_time), f("config", config);
  }
};

}  // namespace skiff::plan
