#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plan/version.h"
#include "provenance/origin.h"

// The resolved plan: every name, number and default that the lowerings need, each with what decided it. Nothing optional is left
// open: an absent std::optional means that the part does not exist in this cluster. `each` lists the members that
// plan.yaml shows, under its names.

namespace skiff::plan {

using Text = Tracked<std::string>;
using Int = Tracked<std::int64_t>;
using Bool = Tracked<bool>;
using Texts = std::vector<Text>;
/// Pairs of the user's own keys and values: labels, selectors, free parameters.
using Pairs = std::vector<std::pair<std::string, Text>>;
using Numbers = std::vector<std::pair<std::string, Int>>;

/// The words that are not empty with commas between them, as Slurm's lists are written.
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

/// Where a component is reached: the first label of its name, and its full name in the cluster's domain.
struct Endpoint {
  Text object;  ///< name of the workload and its Service
  Text fqdn;
  Int port;
  void each(auto&& f) const { f("object", object), f("fqdn", fqdn), f("port", port); }
};

struct Images {
  Text slurmctld, slurmd, slurmdbd, slurmrestd, login, tools, mariadb;
  std::optional<Text> jail;
  Text pull_policy;
  Texts pull_secrets;
  void each(auto&& f) const {
    f("slurmctld", slurmctld), f("slurmd", slurmd), f("slurmdbd", slurmdbd), f("slurmrestd", slurmrestd);
    f("login", login), f("tools", tools), f("jail", jail), f("mariadb", mariadb), f("pullPolicy", pull_policy), f("pullSecrets", pull_secrets);
  }
};

struct Auth {
  Text method;
  Text secret;
  Bool jwt;  ///< with a REST API
  void each(auto&& f) const { f("method", method), f("secret", secret), f("jwt", jwt); }
};

/// A volume that keeps its content: a claim to make (`size`), or one that exists, or a folder of the Kubernetes node.
struct Volume {
  Text name;
  std::optional<Text> claim, size, storage_class, host_path;
  Texts access_modes;
  bool create = false;
  void each(auto&& f) const {
    f("name", name), f("claim", claim), f("size", size), f("storageClass", storage_class);
    f("accessModes", access_modes), f("hostPath", host_path);
  }
};

struct Mount {
  Text storage, path;
  std::optional<Text> sub_path;
  Bool read_only;
  void each(auto&& f) const {
    f("storage", storage), f("path", path), f("subPath", sub_path), f("readOnly", read_only);
  }
};

/// The root that jobs and logins see, and the arguments of its plugin.
struct Jail {
  Text storage, version, policy, mode;
  Texts root_options;
  Bool hide_processes;
  Texts capabilities;
  Text on_failure;
  Texts exempt_users, exempt_groups, exempt_partitions, exempt_accounts, no_jail_users, no_jail_groups;
  void each(auto&& f) const {
    f("storage", storage), f("version", version), f("policy", policy), f("mode", mode), f("rootOptions", root_options);
    f("hideProcesses", hide_processes), f("capabilities", capabilities), f("onFailure", on_failure);
    f("exemptUsers", exempt_users), f("exemptGroups", exempt_groups), f("exemptPartitions", exempt_partitions);
    f("exemptAccounts", exempt_accounts), f("noJailUsers", no_jail_users), f("noJailGroups", no_jail_groups);
  }
};

/// Images that are kept once they were imported.
struct ImportCache {
  Text storage;
  std::optional<Text> max_size;
  Int unused_for;  ///< seconds
  void each(auto&& f) const { f("storage", storage), f("maxSize", max_size), f("unusedFor", unused_for); }
};

/// Container images in jobs. The root filesystems lie in memory, on a volume, or with neither on the Kubernetes node's disk.
struct Pyxis {
  Text scope;
  Bool entrypoint;
  std::optional<Text> memory, storage;
  std::optional<ImportCache> cache;
  Pairs enroot;
  void each(auto&& f) const {
    f("scope", scope), f("entrypoint", entrypoint), f("memory", memory), f("storage", storage);
    f("importCache", cache), f("enroot", enroot);
  }
};

struct Controller {
  Text pod;  ///< SlurmctldHost
  Endpoint endpoint;
  Volume state;
  Resources resources;
  Placement placement;
  std::vector<Mount> mounts;
  void each(auto&& f) const {
    f("pod", pod), f("endpoint", endpoint), f("state", state), f("resources", resources), f("placement", placement);
    f("mounts", mounts);
  }
};

struct MariaDb {
  Volume data;
  Resources resources;
  Text buffer_pool;
  void each(auto&& f) const { f("data", data), f("resources", resources), f("bufferPool", buffer_pool); }
};

struct Accounting {
  Endpoint endpoint;
  Text pod;
  std::optional<MariaDb> mariadb;
  Endpoint database;  ///< of the MariaDB in the cluster or of the server outside
  Text database_name, user, password_secret, password_key;
  Texts enforce, tres;
  Resources resources;
  Placement placement;
  void each(auto&& f) const {
    f("pod", pod), f("endpoint", endpoint), f("mariadb", mariadb), f("database", database), f("databaseName", database_name);
    f("user", user), f("passwordSecret", password_secret), f("passwordKey", password_key), f("enforce", enforce);
    f("tres", tres), f("resources", resources), f("placement", placement);
  }
};

struct Gpus {
  Text type;
  Int count;
  Text resource, files;
  void each(auto&& f) const { f("type", type), f("count", count), f("resource", resource), f("files", files); }
};

struct Rdma {
  Text resource;
  Int count;
  std::optional<Int> ports, rate;  ///< that must be up on the node; Gb/s of each, at least
  Text link_layer;
  Texts ignore;  ///< devices, with `*`
  Bool gpu_direct;
  void each(auto&& f) const {
    f("resource", resource), f("count", count), f("ports", ports), f("rate", rate), f("linkLayer", link_layer);
    f("ignore", ignore), f("gpuDirect", gpu_direct);
  }
};

/// Slurm's power saving for one set: times in seconds.
struct Scaling {
  Int min;     ///< nodes that keep their pods
  Int idle;    ///< SuspendTime
  Int resume;  ///< ResumeTimeout
  Int retry;   ///< how long a node whose pod did not start takes no job
  void each(auto&& f) const { f("min", min), f("idle", idle), f("resume", resume), f("retry", retry); }
};

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
  Text memory;       ///< of the pod
  Int real_memory;   ///< MiB that jobs may use
  Text cpu_request, memory_request;
  std::optional<Gpus> gpus;
  std::optional<Rdma> rdma;
  Text shared_memory;
  Texts features;
  Int weight;
  Text update_strategy;
  Int grace_seconds;
  Bool spread;
  Placement placement;
  Pairs labels, annotations, config;
  std::vector<Mount> mounts;
  void each(auto&& f) const {
    f("name", name), f("component", component), f("replicas", replicas), f("scaling", scaling);
    f("hostlist", hostlist), f("addresses", addresses), f("port", port), f("cpus", cpus), f("sockets", sockets), f("coresPerSocket", cores_per_socket);
    f("threadsPerCore", threads_per_core), f("coreSpec", core_spec), f("memory", memory);
    f("realMemory", real_memory), f("cpuRequest", cpu_request), f("memoryRequest", memory_request), f("gpus", gpus);
    f("rdma", rdma), f("sharedMemory", shared_memory), f("features", features), f("weight", weight);
    f("updateStrategy", update_strategy), f("graceSeconds", grace_seconds), f("topologySpread", spread);
    f("placement", placement), f("labels", labels), f("annotations", annotations), f("config", config);
    f("mounts", mounts);
  }
};

struct Partition {
  Text name;
  Text nodes;  ///< names of its node sets' hostlists, joined by commas
  Bool is_default;
  Text state, max_time, default_time;
  Pairs config;  ///< the other parameters of the line, under Slurm's names
  void each(auto&& f) const {
    f("name", name), f("nodes", nodes), f("default", is_default), f("state", state), f("maxTime", max_time);
    f("defaultTime", default_time), f("config", config);
  }
};

struct Service {
  Text type;
  Int port;
  std::optional<Int> node_port;
  Pairs annotations;
  Texts source_ranges;
  std::optional<Text> external_traffic_policy;
  void each(auto&& f) const {
    f("type", type), f("port", port), f("nodePort", node_port), f("annotations", annotations);
    f("sourceRanges", source_ranges), f("externalTrafficPolicy", external_traffic_policy);
  }
};

struct Login {
  Text name;
  Text object;     ///< name of its workload and Service
  Text component;
  Int replicas;
  Service service;
  Text host_keys;
  Texts host_key_types;
  std::optional<Text> root_keys;
  Pairs sshd;
  Resources resources;
  Placement placement;
  std::vector<Mount> mounts;
  void each(auto&& f) const {
    f("name", name), f("object", object), f("component", component), f("replicas", replicas), f("service", service);
    f("hostKeys", host_keys), f("hostKeyTypes", host_key_types), f("rootKeys", root_keys), f("sshd", sshd);
    f("resources", resources), f("placement", placement), f("mounts", mounts);
  }
};

struct RestApi {
  Endpoint endpoint;
  Int replicas;
  Service service;
  Resources resources;
  Placement placement;
  void each(auto&& f) const {
    f("endpoint", endpoint), f("replicas", replicas), f("service", service), f("resources", resources);
    f("placement", placement);
  }
};

/// Nodes of a benchmark that are alike, and what is run on them.
struct BenchmarkSet {
  Text nodes;       ///< a hostlist
  Int gpus, tasks;  ///< of each node
  Texts command;
  std::optional<Text> floor;  ///< `460 GB/s`
  void each(auto&& f) const {
    f("nodes", nodes), f("gpus", gpus), f("tasks", tasks), f("command", command), f("floor", floor);
  }
};

/// A long check: a CronJob; times in seconds.
struct Benchmark {
  Text name, kind;
  Text object;  ///< name of its CronJob and its ConfigMap
  Text component;
  Text schedule, time_zone;
  Bool suspend;
  std::vector<BenchmarkSet> sets;
  Texts states;
  std::optional<Text> partition, account, qos, reservation, mpi;
  Int nodes, at_once, drains, time_limit, queue_time;
  Int deadline;  ///< of a run, at which the slowest one is over
  Text below;
  Bool retest;
  Placement placement;
  void each(auto&& f) const {
    f("name", name), f("kind", kind), f("object", object), f("component", component), f("schedule", schedule);
    f("timeZone", time_zone), f("suspend", suspend), f("sets", sets), f("states", states), f("partition", partition);
    f("account", account), f("qos", qos), f("reservation", reservation), f("mpi", mpi), f("nodes", nodes);
    f("atOnce", at_once), f("drains", drains), f("timeLimit", time_limit), f("queueTime", queue_time);
    f("deadline", deadline), f("below", below), f("retest", retest);
    f("placement", placement);
  }
};

/// The user's own quick checks.
struct Checks {
  Pairs programs;
  Int timeout;  ///< seconds
  Texts contexts;
  void each(auto&& f) const { f("programs", programs), f("timeout", timeout), f("contexts", contexts); }
};

/// Another pod for a node that checks have drained; times in seconds.
struct Replace {
  Texts node_sets;
  Texts checks;  ///< for which; empty: all
  Int per_hour, at_once;
  Int patience;  ///< how long the new pod has to prove good
  Int again;     ///< how long the same node is left to an administrator
  void each(auto&& f) const {
    f("nodeSets", node_sets), f("checks", checks), f("perHour", per_hour), f("atOnce", at_once), f("patience", patience), f("again", again);
  }
};

/// What follows when a node is drained by checks, and idle for `wait` seconds.
struct AfterDrain {
  Text object;  ///< name of its roles
  Int wait;
  std::optional<Replace> replace;
  Bool pods, machines;  ///< what gets a condition
  void each(auto&& f) const {
    f("object", object), f("wait", wait), f("replace", replace), f("podConditions", pods), f("nodeConditions", machines);
  }
};

/// The quick checks of every node; times in seconds.
struct Health {
  Int interval, timeout;
  Text node_states;
  Bool prolog, epilog, comment;
  Int good_runs, max_drains, window;
  Numbers thresholds;
  Pairs xids;
  Texts disabled;
  std::optional<Checks> checks;
  std::optional<AfterDrain> after_drain;
  std::vector<Benchmark> benchmarks;
  std::optional<Text> history;  ///< the volume of the benchmarks' results
  Origin mounts;  ///< which sets have which mounts is decided by all of them together
  void each(auto&& f) const {
    f("interval", interval), f("timeout", timeout), f("nodeStates", node_states), f("prolog", prolog), f("epilog", epilog);
    f("comment", comment), f("goodRuns", good_runs), f("maxDrains", max_drains), f("window", window);
    f("thresholds", thresholds), f("xids", xids), f("disabled", disabled), f("checks", checks);
    f("afterDrain", after_drain), f("benchmarks", benchmarks), f("history", history);
  }
};

/// A line of plugstack.conf.
struct SpankPlugin {
  Text path;
  Bool required;
  Texts arguments;
  void each(auto&& f) const { f("plugin", path), f("required", required), f("arguments", arguments); }
};

/// The user's own parameters of a Slurm file.
struct Files {
  Pairs config, cgroup, slurmdbd, mpi, acct_gather, job_container;
  std::vector<SpankPlugin> plugstack;
  void each(auto&& f) const {
    f("config", config), f("cgroup", cgroup), f("slurmdbd", slurmdbd), f("mpi", mpi), f("acctGather", acct_gather);
    f("jobContainer", job_container), f("plugstack", plugstack);
  }
};

/// The sets whose pods come and go with the jobs; decided by `scaling.mode` of each.
inline bool elastic(const NodeSet& set) { return set.scaling.has_value(); }

/// What is known of the target.
struct Target {
  Tracked<Version> slurm, kubernetes;
  Text platform, cluster_domain, cgroup;
  void each(auto&& f) const {
    f("slurm", slurm), f("kubernetes", kubernetes), f("platform", platform), f("clusterDomain", cluster_domain);
    f("cgroup", cgroup);
  }
};

struct Plan {
  Text name, ns;
  Bool create_namespace;
  Pairs labels, annotations;
  Target target;
  Images images;
  Auth auth;
  std::vector<Volume> storage;
  std::optional<Jail> jail;
  std::optional<Pyxis> pyxis;
  Endpoint nodes;  ///< the headless Service that gives workers and login pods their names
  Controller controller;
  std::optional<Accounting> accounting;
  std::vector<NodeSet> node_sets;
  std::vector<Partition> partitions;
  std::vector<Login> login;
  std::optional<RestApi> rest_api;
  std::optional<Health> health;
  Files files;
  void each(auto&& f) const {
    f("name", name), f("namespace", ns), f("createNamespace", create_namespace), f("labels", labels);
    f("annotations", annotations), f("target", target), f("images", images), f("auth", auth), f("storage", storage);
    f("jail", jail), f("pyxis", pyxis), f("nodes", nodes), f("controller", controller), f("accounting", accounting);
    f("nodeSets", node_sets), f("partitions", partitions);
    f("login", login), f("restApi", rest_api), f("health", health), f("slurm", files);
  }
};

/// SuspendTime and ResumeTimeout of the cluster: the longest that an elastic set asks for. A partition whose sets ask for less
/// says so on its own line.
struct PowerTimes {
  Int idle, resume;
};
PowerTimes power_times(const Plan& plan);

}  // namespace skiff::plan
