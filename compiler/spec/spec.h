#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/field.h"

// The spec as typed values, one struct an object of schema/cluster.schema.json and one member a property, in the schema's
// order and under its names. `each` lists them once; bind.cc walks it together with the schema, and a test holds the
// two against each other. What a property means stands in the schema, not here.

namespace skiff::spec {

using Text = Field<std::string>;
using Int = Field<std::int64_t>;
using Bool = Field<bool>;
using skiff::Texts;
using TextMap = Named<Text>;

/// A free Slurm parameter: one value, or a list that is joined by commas.
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
  Text external_traffic_policy;
  void each(auto&& f) {
    f("type", type), f("nodePort", node_port), f("annotations", annotations), f("sourceRanges", source_ranges);
    f("externalTrafficPolicy", external_traffic_policy);
  }
};

struct Metadata : Record {
  Text name, ns;
  Bool create_namespace;
  TextMap labels, annotations;
  void each(auto&& f) {
    f("name", name), f("namespace", ns), f("createNamespace", create_namespace);
    f("labels", labels), f("annotations", annotations);
  }
};

struct Target : Record {
  Text slurm, kubernetes, platform, cluster_domain, cgroup;
  void each(auto&& f) {
    f("slurm", slurm), f("kubernetes", kubernetes), f("platform", platform);
    f("clusterDomain", cluster_domain), f("cgroup", cgroup);
  }
};

struct Image : Record {
  Text repository, tag, digest;
  void each(auto&& f) { f("repository", repository), f("tag", tag), f("digest", digest); }
};

struct Images : Record {
  Text registry, tag, pull_policy;
  Texts pull_secrets;
  Image slurmctld, slurmd, slurmdbd, slurmrestd, login, tools, jail, mariadb;
  void each(auto&& f) {
    f("registry", registry), f("tag", tag), f("pullPolicy", pull_policy), f("pullSecrets", pull_secrets);
    f("slurmctld", slurmctld), f("slurmd", slurmd), f("slurmdbd", slurmdbd), f("slurmrestd", slurmrestd);
    f("login", login), f("tools", tools), f("jail", jail), f("mariadb", mariadb);
  }
};

struct Keys : Record {
  Text secret_name;
  void each(auto&& f) { f("secretName", secret_name); }
};

struct Auth : Record {
  Text method;
  Keys keys;
  void each(auto&& f) { f("method", method), f("keys", keys); }
};

struct Volume : Record {
  std::optional<Claim> claim;
  Text existing_claim, host_path;
  void each(auto&& f) { f("claim", claim), f("existingClaim", existing_claim), f("hostPath", host_path); }
};

struct Mount : Record {
  Text storage, path, sub_path;
  Bool read_only;
  Texts node_sets;
  Bool login;
  void each(auto&& f) {
    f("storage", storage), f("path", path), f("subPath", sub_path), f("readOnly", read_only);
    f("nodeSets", node_sets), f("login", login);
  }
};

struct Populate : Record {
  Text policy;
  void each(auto&& f) { f("policy", policy); }
};

struct Exempt : Record {
  Texts users, groups, partitions, accounts;
  void each(auto&& f) { f("users", users), f("groups", groups), f("partitions", partitions), f("accounts", accounts); }
};

struct NoJail : Record {
  Texts users, groups;
  void each(auto&& f) { f("users", users), f("groups", groups); }
};

struct Jail : Record {
  Text storage, version;
  Populate populate;
  Text mode;
  Texts root_options;
  Bool hide_processes;
  Texts capabilities;
  Text on_failure;
  Exempt exempt;
  NoJail no_jail;
  void each(auto&& f) {
    f("storage", storage), f("version", version), f("populate", populate), f("mode", mode), f("rootOptions", root_options);
    f("hideProcesses", hide_processes), f("capabilities", capabilities), f("onFailure", on_failure), f("exempt", exempt);
    f("noJail", no_jail);
  }
};

struct ContainerRuntime : Record {
  Text memory, storage;
  void each(auto&& f) { f("memory", memory), f("storage", storage); }
};

struct ImportCache : Record {
  Text storage, max_size, unused_for;
  void each(auto&& f) { f("storage", storage), f("maxSize", max_size), f("unusedFor", unused_for); }
};

struct Pyxis : Record {
  Text scope;
  Bool entrypoint;
  ContainerRuntime runtime;
  std::optional<ImportCache> import_cache;
  TextMap enroot;
  void each(auto&& f) {
    f("scope", scope), f("entrypoint", entrypoint), f("runtime", runtime), f("importCache", import_cache);
    f("enroot", enroot);
  }
};

struct Containers : Record {
  Pyxis pyxis;
  void each(auto&& f) { f("pyxis", pyxis); }
};

struct State : Record {
  Text size, storage_class, existing_claim;
  void each(auto&& f) { f("size", size), f("storageClass", storage_class), f("existingClaim", existing_claim); }
};

struct Controller : Record, Placement {
  State state;
  Resources resources;
  void each(auto&& f) { f("state", state), f("resources", resources), each_placement(f); }
};

struct MariaDb : Record {
  Text size, storage_class;
  Resources resources;
  void each(auto&& f) { f("size", size), f("storageClass", storage_class), f("resources", resources); }
};

struct ExternalDatabase : Record {
  Text host;
  Int port;
  void each(auto&& f) { f("host", host), f("port", port); }
};

struct PasswordSecret : Record {
  Text name, key;
  void each(auto&& f) { f("name", name), f("key", key); }
};

struct Database : Record {
  std::optional<MariaDb> mariadb;
  std::optional<ExternalDatabase> external;
  Text name, user;
  PasswordSecret password_secret;
  void each(auto&& f) {
    f("mariadb", mariadb), f("external", external), f("name", name), f("user", user);
    f("passwordSecret", password_secret);
  }
};

struct Accounting : Record, Placement {
  Database database;
  Texts enforce;
  Resources resources;
  void each(auto&& f) {
    f("database", database), f("enforce", enforce), f("resources", resources), each_placement(f);
  }
};

struct Hardware : Record {
  Text shorthand;  ///< the catalogue entry, where the property is a string
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
  Texts features;
  Int weight;
  Updates updates;
  Bool topology_spread;
  TextMap labels, annotations;
  Settings config;
  void each(auto&& f) {
    f("name", name), f("replicas", replicas), f("scaling", scaling), f("hardware", hardware), f("gpus", gpus);
    f("rdma", rdma);
    f("requests", requests), f("reserve", reserve), f("sharedMemory", shared_memory), f("features", features);
    f("weight", weight), f("updates", updates), f("topologySpread", topology_spread), each_placement(f);
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
    f("rootOnly", root_only), f("config", config);
  }
};

struct HostKeys : Record {
  Text secret_name;
  Texts types;
  void each(auto&& f) { f("secretName", secret_name), f("types", types); }
};

struct RootKeys : Record {
  Text secret_name;
  void each(auto&& f) { f("secretName", secret_name); }
};

struct Login : Record, Placement {
  Text name;
  Int replicas;
  Service service;
  Int port;
  HostKeys host_keys;
  std::optional<RootKeys> root_keys;
  Settings sshd;
  Resources resources;
  void each(auto&& f) {
    f("name", name), f("replicas", replicas), f("service", service), f("port", port), f("hostKeys", host_keys);
    f("rootKeys", root_keys), f("sshd", sshd), f("resources", resources), each_placement(f);
  }
};

struct RestApi : Record, Placement {
  Int replicas;
  Service service;
  Resources resources;
  void each(auto&& f) {
    f("replicas", replicas), f("service", service), f("resources", resources), each_placement(f);
  }
};

struct Recovery : Record {
  Int good_runs, max_drains;
  Text window;
  void each(auto&& f) { f("goodRuns", good_runs), f("maxDrains", max_drains), f("window", window); }
};

struct Submit : Record {
  Text partition, account, qos, reservation, mpi;
  void each(auto&& f) {
    f("partition", partition), f("account", account), f("qos", qos), f("reservation", reservation), f("mpi", mpi);
  }
};

struct BenchmarkLimits : Record {
  Int nodes, at_once, drains;
  Text time_limit, queue_time;
  void each(auto&& f) {
    f("nodes", nodes), f("atOnce", at_once), f("drains", drains), f("timeLimit", time_limit), f("queueTime", queue_time);
  }
};

struct Benchmark : Record, Placement {
  Text name, kind;
  Texts node_sets;
  Text schedule, time_zone;
  Bool suspend;
  Text floor, size;
  Int level;
  Text path, access;
  Texts command, node_states;
  Submit submit;
  BenchmarkLimits limits;
  Text below;
  Bool retest;
  void each(auto&& f) {
    f("name", name), f("kind", kind), f("nodeSets", node_sets), f("schedule", schedule), f("timeZone", time_zone);
    f("suspend", suspend), f("floor", floor), f("size", size), f("level", level), f("path", path), f("access", access);
    f("command", command), f("nodeStates", node_states), f("submit", submit), f("limits", limits), f("below", below);
    f("retest", retest), each_placement(f);
  }
};

struct History : Record {
  Text storage;
  void each(auto&& f) { f("storage", storage); }
};

struct Checks : Record {
  TextMap programs;
  Text timeout;
  Texts contexts;
  void each(auto&& f) { f("programs", programs), f("timeout", timeout), f("contexts", contexts); }
};

struct Replace : Record {
  Texts node_sets, checks;
  Int per_hour, at_once;
  Text patience, again;
  void each(auto&& f) {
    f("nodeSets", node_sets), f("checks", checks), f("perHour", per_hour), f("atOnce", at_once), f("patience", patience), f("again", again);
  }
};

struct AfterDrain : Record {
  Text wait;
  std::optional<Replace> replace;
  Texts conditions;
  void each(auto&& f) { f("wait", wait), f("replace", replace), f("conditions", conditions); }
};

struct Health : Record {
  Text interval, timeout;
  Texts node_states;
  Bool prolog, epilog, comment;
  Recovery recovery;
  Named<Int> thresholds;
  TextMap xids;
  Texts disabled;
  std::optional<Checks> checks;
  std::optional<AfterDrain> after_drain;
  std::vector<Benchmark> benchmarks;
  std::optional<History> history;
  void each(auto&& f) {
    f("interval", interval), f("timeout", timeout), f("nodeStates", node_states), f("prolog", prolog);
    f("epilog", epilog), f("comment", comment), f("recovery", recovery), f("thresholds", thresholds);
    f("xids", xids), f("disabled", disabled), f("checks", checks), f("afterDrain", after_drain);
    f("benchmarks", benchmarks), f("history", history);
  }
};

struct SpankPlugin : Record {
  Text plugin;
  Bool required;
  Texts arguments;
  void each(auto&& f) { f("plugin", plugin), f("required", required), f("arguments", arguments); }
};

struct SlurmFiles : Record {
  Settings config, cgroup, slurmdbd, mpi, acct_gather, job_container;
  std::vector<SpankPlugin> plugstack;
  void each(auto&& f) {
    f("config", config), f("cgroup", cgroup), f("slurmdbd", slurmdbd), f("mpi", mpi);
    f("acctGather", acct_gather), f("jobContainer", job_container), f("plugstack", plugstack);
  }
};

struct ClusterSpec : Record {
  Target target;
  Images images;
  Auth auth;
  Named<Volume> storage;
  std::vector<Mount> mounts;
  std::optional<Jail> jail;
  std::optional<Containers> containers;
  Controller controller;
  std::optional<Accounting> accounting;
  std::vector<NodeSet> node_sets;
  std::vector<Partition> partitions;
  std::vector<Login> login;
  std::optional<RestApi> rest_api;
  std::optional<Health> health;
  SlurmFiles slurm;
  void each(auto&& f) {
    f("target", target), f("images", images), f("auth", auth), f("storage", storage), f("mounts", mounts);
    f("jail", jail), f("containers", containers), f("controller", controller), f("accounting", accounting);
    f("nodeSets", node_sets);
    f("partitions", partitions), f("login", login), f("restApi", rest_api), f("health", health);
    f("slurm", slurm);
  }
};

struct Cluster : Record {
  Text api_version, kind;
  Metadata metadata;
  ClusterSpec spec;
  void each(auto&& f) { f("apiVersion", api_version), f("kind", kind), f("metadata", metadata), f("spec", spec); }
};

}  // namespace skiff::spec
