#pragma once

#include <optional>
#include <vector>

#include "plan/common.h"
#include "plan/storage.h"

// Daemons and login pods.

namespace skiff::plan {

/// Deletes the pods of workers whose Kubernetes node has failed.
struct DeadNodes {
  Text object;  ///< name of its roles
  Int after;    ///< seconds
  Int at_most;
  void each(auto&& f) const { f("object", object), f("after", after), f("atMost", at_most); }
};

/// The container `sidecar` in slurmctld's pod.
struct Sidecar {
  Text log_level, log_format;
  Bool node_conditions;
  std::optional<DeadNodes> dead_nodes;
  void each(auto&& f) const {
    f("logLevel", log_level), f("logFormat", log_format), f("nodeConditions", node_conditions);
    f("deadNodes", dead_nodes);
  }
};

struct Controller {
  Text pod;  ///< SlurmctldHost
  Endpoint endpoint;
  Volume state;
  Resources resources;
  Sidecar sidecar;
  Placement placement;
  std::vector<Mount> mounts;
  void each(auto&& f) const {
    f("pod", pod), f("endpoint", endpoint), f("state", state), f("resources", resources), f("sidecar", sidecar);
    f("placement", placement), f("mounts", mounts);
  }
};

struct MariaDb {
  Volume data;
  Resources resources;
  Text buffer_pool;
  void each(auto&& f) const { f("data", data), f("resources", resources), f("bufferPool", buffer_pool); }
};

/// A record of the accounting database. The options have the names that sacctmgr uses.
struct AccountingRecord {
  Text name;
  Pairs options;
  void each(auto&& f) const { f("name", name), f("options", options); }
};

/// The records that the sidecar maintains with sacctmgr (policy.conf, policy/decide.h). Accounts come after
/// their parents.
struct Policy {
  Text prune;
  std::vector<AccountingRecord> qos, accounts, users, associations;
  std::vector<AccountingRecord> resources;  ///< licenses with a server, as NAME@SERVER
  Origin why;                               ///< why the policy exists
  void each(auto&& f) const {
    f("prune", prune), f("qos", qos), f("accounts", accounts), f("users", users), f("associations", associations);
    f("resources", resources);
  }
};

/// A reservation that the sidecar maintains in slurmctld (reservations.conf, runtime/sidecar/reservations.h). The options
/// have the names that scontrol uses.
struct Reservation {
  Text name;
  Pairs options;
  void each(auto&& f) const { f("name", name), f("options", options); }
};

/// How slurmdbd's connections to the database are encrypted.
struct DatabaseTls {
  SourceKey ca;
  std::optional<Text> client_secret;  ///< of the type kubernetes.io/tls
  Text server_name;                   ///< that the server's certificate must have
  Origin why;
  void each(auto&& f) const { f("ca", ca), f("clientSecret", client_secret), f("serverName", server_name); }
};

struct Accounting {
  Endpoint endpoint;
  Text pod;
  std::optional<MariaDb> mariadb;
  Endpoint database;  ///< of the MariaDB in the cluster or of the external server
  std::optional<DatabaseTls> database_tls;
  Text database_name, user, password_secret, password_key;
  std::optional<Mount> archive;
  std::vector<Mount> users;  ///< through which slurmdbd looks up users
  Texts enforce, tres;
  std::optional<Policy> policy;
  Resources resources;
  Placement placement;
  void each(auto&& f) const {
    f("pod", pod), f("endpoint", endpoint), f("mariadb", mariadb), f("database", database);
    f("databaseTls", database_tls), f("databaseName", database_name);
    f("user", user), f("passwordSecret", password_secret), f("passwordKey", password_key), f("archive", archive);
    f("userMounts", users);
    f("enforce", enforce), f("tres", tres), f("policy", policy), f("resources", resources), f("placement", placement);
  }
};

/// SSH certificates of users.
struct UserCertificates {
  Texts authorities;              ///< public keys of those that sign them
  std::optional<Source> revoked;  ///< has the file `revoked_keys`
  void each(auto&& f) const { f("authorities", authorities), f("revoked", revoked); }
};

/// What all sessions of a user in a login pod can use together.
struct UserLimits {
  std::optional<Text> cpu, memory;
  std::optional<Int> processes;
  Origin why;  ///< the limits exist, even without a number
  void each(auto&& f) const { f("cpu", cpu), f("memory", memory), f("processes", processes); }
};

/// What sshd has in login pods and on workers.
struct Sshd {
  Text host_keys;
  Texts host_key_types;
  Bool host_certificates;
  std::optional<UserCertificates> certificates;
  Pairs sshd;
};

struct Login : Sshd {
  Text name;
  Text object;  ///< name of its workload and Service
  Text component;
  Int replicas;
  Service service;
  std::optional<Text> root_keys;
  Texts authentication;       ///< as in sshd_config(5); empty: keys and certificates
  std::optional<Source> pam;  ///< has the file `auth`
  std::optional<Text> motd;
  Resources resources;
  std::optional<UserLimits> user_limits;
  Bool private_tmp;
  Placement placement;
  std::vector<Mount> mounts;
  Texts shared_folders;  ///< all users write to them
  void each(auto&& f) const {
    f("name", name), f("object", object), f("component", component), f("replicas", replicas), f("service", service);
    f("hostKeys", host_keys), f("hostKeyTypes", host_key_types), f("hostCertificates", host_certificates);
    f("rootKeys", root_keys), f("authentication", authentication), f("pam", pam), f("certificates", certificates);
    f("sshd", sshd), f("motd", motd), f("resources", resources), f("userLimits", user_limits);
    f("privateTmp", private_tmp), f("placement", placement), f("mounts", mounts), f("sharedFolders", shared_folders);
  }
};

/// sshd on the workers, for users who have a job there.
struct NodeSsh : Sshd {
  Int port;
  Origin why;
  void each(auto&& f) const {
    f("port", port), f("hostKeys", host_keys), f("hostKeyTypes", host_key_types);
    f("hostCertificates", host_certificates), f("certificates", certificates), f("sshd", sshd);
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

}  // namespace skiff::plan
