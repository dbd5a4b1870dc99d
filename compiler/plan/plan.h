#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/components.h"
#include "plan/health.h"
#include "plan/monitoring.h"
#include "plan/nodes.h"
#include "plan/storage.h"
#include "plan/topology.h"
#include "plan/users.h"
#include "plan/version.h"

// The resolved plan: every name, number and default that the lowering passes need, each with its origin. Everything is
// decided: an absent std::optional means that the part does not exist in this cluster. `each` lists the members that
// plan.yaml shows, with their names there.

namespace skiff::plan {

struct Images {
  Text slurmctld, slurmd, slurmdbd, slurmrestd, login, tools, mariadb;
  std::optional<Text> jail;
  Text pull_policy;
  Texts pull_secrets;
  std::optional<Text> plugins;  ///< names of the plugins in the images, one per line
  bool own = true;              ///< false if the spec names another repository for slurmctld or slurmd
  bool own_slurmdbd = true;     ///< false if the spec names another repository for slurmdbd
  void each(auto&& f) const {
    f("slurmctld", slurmctld), f("slurmd", slurmd), f("slurmdbd", slurmdbd), f("slurmrestd", slurmrestd);
    f("login", login), f("tools", tools), f("jail", jail), f("mariadb", mariadb), f("pullPolicy", pull_policy),
        f("pullSecrets", pull_secrets);
  }
};

/// The public keys of an identity provider: a key of a ConfigMap.
struct Jwks {
  Text config_map, key;
  std::optional<Text> text;  ///< of the ConfigMap in the output; absent if the ConfigMap belongs to something else
  void each(auto&& f) const { f("configMap", config_map), f("key", key); }
};

/// The token of a service, which the sidecar of slurmctld writes to a Secret.
struct ServiceToken {
  Text secret, user;
  Int lifetime;  ///< seconds
  void each(auto&& f) const { f("secret", secret), f("user", user), f("lifetime", lifetime); }
};

struct Auth {
  Text method;
  Text secret;
  Text key_file;  ///< name in the Secret: slurm.key, slurm.jwks or munge.key
  Bool jwt;       ///< whether slurmctld and slurmdbd accept tokens
  std::optional<Jwks> jwks;
  std::optional<Text> user_claim;
  std::optional<Int> max_lifetime;  ///< seconds
  std::optional<Bool> user_tokens;
  std::vector<ServiceToken> service_tokens;
  void each(auto&& f) const {
    f("method", method), f("secret", secret), f("keyFile", key_file), f("jwt", jwt), f("jwks", jwks);
    f("userClaim", user_claim), f("maxLifetime", max_lifetime), f("userTokens", user_tokens);
    f("serviceTokens", service_tokens);
  }
};

/// A line of plugstack.conf.
struct SpankPlugin {
  Text path;
  Bool required;
  Texts arguments;
  void each(auto&& f) const { f("plugin", path), f("required", required), f("arguments", arguments); }
};

/// A file of the site beside slurm.conf. It is mounted in the pods to which slurmctld does not send it.
struct SiteFile {
  Text name;
  Text text;
  Bool in_workers, in_logins;
  void each(auto&& f) const { f("name", name), f("mountedInWorkers", in_workers), f("mountedInLogins", in_logins); }
};

/// A program of a hook: its text, or the path of an existing program.
struct Program {
  std::optional<Text> path, text;
  std::optional<Int> timeout;  ///< seconds
  void each(auto&& f) const { f("path", path), f("text", text), f("timeout", timeout); }
};

/// The programs that run at one of Slurm's hooks, in this order.
struct Hook {
  Text name;  ///< prologSlurmctld
  std::vector<Program> programs;
  void each(auto&& f) const { f("hook", name), f("programs", programs); }
};

/// The parameters, files and programs that the site adds to Slurm.
struct Files {
  Pairs config, cgroup, slurmdbd, mpi, acct_gather, job_container;
  std::vector<SpankPlugin> plugstack;
  std::vector<SiteFile> site;
  std::vector<Hook> hooks;
  void each(auto&& f) const {
    f("config", config), f("cgroup", cgroup), f("slurmdbd", slurmdbd), f("mpi", mpi), f("acctGather", acct_gather);
    f("jobContainer", job_container), f("plugstack", plugstack);
    f("files", site), f("scripts", hooks);
  }
};

/// The target releases, platform and domain.
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
  std::optional<Users> users;  ///< absent if they are those of the images or of the jail
  std::optional<Directory> directory;
  std::optional<Jail> jail;
  std::optional<Pyxis> pyxis;
  std::optional<Oci> oci;
  Endpoint nodes;  ///< the headless Service that gives workers and login pods their names
  Controller controller;
  std::optional<Accounting> accounting;
  std::vector<NodeSet> node_sets;
  std::vector<Partition> partitions;
  std::vector<Text> licenses;  ///< of slurm.conf, with their counts; accounting->policy has those with a server
  std::vector<Reservation> reservations;
  std::vector<Topology> topologies;  ///< the first one is that of the cluster; the others are those of partitions
  std::vector<Login> login;
  std::optional<NodeSsh> node_ssh;
  std::optional<RestApi> rest_api;
  std::optional<Health> health;
  Monitoring monitoring;
  Files files;
  void each(auto&& f) const {
    f("name", name), f("namespace", ns), f("createNamespace", create_namespace), f("labels", labels);
    f("annotations", annotations), f("target", target), f("images", images), f("auth", auth), f("storage", storage);
    f("users", users), f("directory", directory), f("jail", jail), f("pyxis", pyxis), f("oci", oci), f("nodes", nodes),
        f("controller", controller), f("accounting", accounting);
    f("nodeSets", node_sets), f("partitions", partitions), f("licenses", licenses), f("reservations", reservations);
    f("topologies", topologies);
    f("login", login), f("nodeSsh", node_ssh), f("restApi", rest_api), f("health", health);
    f("monitoring", monitoring), f("slurm", files);
  }
};

/// SuspendTime and ResumeTimeout of the cluster, in seconds: the longest times of its elastic sets. A partition whose
/// sets have shorter times sets them on its own line.
struct PowerTimes {
  Int idle, resume;
};
PowerTimes power_times(const Plan& plan);

}  // namespace skiff::plan
