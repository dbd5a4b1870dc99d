#pragma once

#include <optional>
#include <vector>

#include "spec/components.h"
#include "spec/health.h"
#include "spec/licenses.h"
#include "spec/monitoring.h"
#include "spec/nodes.h"
#include "spec/reservations.h"
#include "spec/storage.h"
#include "spec/users.h"

// The spec as typed values: one struct per object of schema/cluster.schema.json and one member per property, in the
// schema's order and with its names. `each` lists the members; bind.cc walks it together with the schema, and a test
// compares the two. The schema describes what each property means.

namespace skiff::spec {

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
  Text registry, tag, pull_policy, plugins;
  Text plugin_list;  ///< take_files stores the contents of `plugins` here
  Texts pull_secrets;
  Image slurmctld, slurmd, slurmdbd, slurmrestd, login, tools, jail, mariadb;
  void each(auto&& f) {
    f("registry", registry), f("tag", tag), f("pullPolicy", pull_policy), f("plugins", plugins);
    f("pullSecrets", pull_secrets);
    f("slurmctld", slurmctld), f("slurmd", slurmd), f("slurmdbd", slurmdbd), f("slurmrestd", slurmrestd);
    f("login", login), f("tools", tools), f("jail", jail), f("mariadb", mariadb);
  }
};

struct Keys : Record {
  Text secret_name, file;
  void each(auto&& f) { f("secretName", secret_name), f("file", file); }
};

struct ConfigMapKey : Record {
  Text name, key;
  void each(auto&& f) { f("name", name), f("key", key); }
};

struct Jwks : Record {
  Text file;
  std::optional<ConfigMapKey> config_map;
  Text text;  ///< take_files stores the contents of `file` here
  void each(auto&& f) { f("file", file), f("configMapKeyRef", config_map); }
};

struct ServiceToken : Record {
  Text name, user, lifetime;
  void each(auto&& f) { f("name", name), f("user", user), f("lifetime", lifetime); }
};

struct Jwt : Record {
  std::optional<Jwks> jwks;
  Text user_claim, max_lifetime;
  Bool user_tokens;
  std::vector<ServiceToken> service_tokens;
  void each(auto&& f) {
    f("jwks", jwks), f("userClaim", user_claim), f("maxLifetime", max_lifetime), f("userTokens", user_tokens);
    f("serviceTokens", service_tokens);
  }
};

struct Auth : Record {
  Text method;
  Keys keys;
  std::optional<Jwt> jwt;
  void each(auto&& f) { f("method", method), f("keys", keys), f("jwt", jwt); }
};

struct SpankPlugin : Record {
  Text plugin;
  Bool required;
  Texts arguments;
  void each(auto&& f) { f("plugin", plugin), f("required", required), f("arguments", arguments); }
};

/// A file that the site provides. If the spec gives it as `file`, take_files stores its contents in `text`.
struct SiteFile : Record {
  Text text, file;
  void each(auto&& f) { f("text", text), f("file", file); }
};

/// A program that the site provides, like a SiteFile, or the path of one that already exists in the pods.
struct Script : Record {
  Text text, file, path, timeout;
  void each(auto&& f) { f("text", text), f("file", file), f("path", path), f("timeout", timeout); }
};

/// The programs, by the event at which Slurm runs them.
struct Scripts : Record {
  std::vector<Script> prolog, epilog, prolog_slurmctld, epilog_slurmctld;
  std::vector<Script> task_prolog, task_epilog, srun_prolog, srun_epilog, resv_prolog, resv_epilog;
  std::vector<Script> reboot_program, mail_prog, unkillable_step_program;
  void each(auto&& f) {
    f("prolog", prolog);
    f("epilog", epilog);
    f("prologSlurmctld", prolog_slurmctld);
    f("epilogSlurmctld", epilog_slurmctld);
    f("taskProlog", task_prolog);
    f("taskEpilog", task_epilog);
    f("srunProlog", srun_prolog);
    f("srunEpilog", srun_epilog);
    f("resvProlog", resv_prolog);
    f("resvEpilog", resv_epilog);
    f("rebootProgram", reboot_program);
    f("mailProg", mail_prog);
    f("unkillableStepProgram", unkillable_step_program);
  }
};

struct SlurmFiles : Record {
  Settings config, cgroup, slurmdbd, mpi, acct_gather, job_container;
  std::vector<SpankPlugin> plugstack;
  Named<SiteFile> files;
  Scripts scripts;
  void each(auto&& f) {
    f("config", config), f("cgroup", cgroup), f("slurmdbd", slurmdbd), f("mpi", mpi);
    f("acctGather", acct_gather), f("jobContainer", job_container), f("plugstack", plugstack);
    f("files", files), f("scripts", scripts);
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
  std::vector<License> licenses;
  std::vector<Reservation> reservations;
  std::optional<Topology> topology;
  std::optional<Users> users;
  std::vector<Login> login;
  std::optional<NodeSsh> node_ssh;
  std::optional<RestApi> rest_api;
  std::optional<Health> health;
  std::optional<Monitoring> monitoring;
  SlurmFiles slurm;
  void each(auto&& f) {
    f("target", target), f("images", images), f("auth", auth), f("storage", storage), f("mounts", mounts);
    f("jail", jail), f("containers", containers), f("controller", controller), f("accounting", accounting);
    f("nodeSets", node_sets);
    f("partitions", partitions), f("licenses", licenses), f("reservations", reservations), f("topology", topology);
    f("users", users), f("login", login), f("nodeSsh", node_ssh), f("restApi", rest_api), f("health", health);
    f("monitoring", monitoring), f("slurm", slurm);
  }
};

struct Cluster : Record {
  Text api_version, kind;
  Metadata metadata;
  ClusterSpec spec;
  void each(auto&& f) { f("apiVersion", api_version), f("kind", kind), f("metadata", metadata), f("spec", spec); }
};

}  // namespace skiff::spec
