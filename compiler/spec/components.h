#pragma once

#include <optional>

#include "spec/common.h"

// Daemons and login pods.

namespace skiff::spec {

struct State : Record {
  Text size, storage_class, existing_claim;
  void each(auto&& f) { f("size", size), f("storageClass", storage_class), f("existingClaim", existing_claim); }
};

struct DeadNodes : Record {
  Text after;
  Int at_most;
  void each(auto&& f) { f("after", after), f("atMost", at_most); }
};

struct Sidecar : Record {
  Text log_level, log_format;
  Bool node_conditions;
  std::optional<DeadNodes> dead_nodes;
  void each(auto&& f) {
    f("logLevel", log_level), f("logFormat", log_format), f("nodeConditions", node_conditions);
    f("deadNodes", dead_nodes);
  }
};

struct Controller : Record, Placement {
  State state;
  Resources resources;
  Sidecar sidecar;
  void each(auto&& f) { f("state", state), f("resources", resources), f("sidecar", sidecar), each_placement(f); }
};

struct MariaDb : Record {
  Text size, storage_class;
  Resources resources;
  void each(auto&& f) { f("size", size), f("storageClass", storage_class), f("resources", resources); }
};

struct ClientCertificate : Record {
  Text secret_name;
  void each(auto&& f) { f("secretName", secret_name); }
};

struct DatabaseTls : Record {
  SourceKey ca;
  std::optional<ClientCertificate> client_certificate;
  Text server_name;
  void each(auto&& f) { f("ca", ca), f("clientCertificate", client_certificate), f("serverName", server_name); }
};

struct ExternalDatabase : Record {
  Text host;
  Int port;
  std::optional<DatabaseTls> tls;
  void each(auto&& f) { f("host", host), f("port", port), f("tls", tls); }
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

struct Qos : Record {
  Text name, description;
  Int priority;
  Texts preempt;
  Settings config;
  void each(auto&& f) {
    f("name", name), f("description", description), f("priority", priority), f("preempt", preempt), f("config", config);
  }
};

/// The fields that an association of an account and one of a user have in common.
struct Association : Record {
  Text name;  ///< name of the account
  Text fairshare;
  Texts qos;
  Text default_qos;
  Settings config;
  void each_limit(auto&& f) {
    f("fairshare", fairshare), f("qos", qos), f("defaultQos", default_qos), f("config", config);
  }
};

struct Account : Association {
  Text parent, description, organization;
  Texts coordinators;
  void each(auto&& f) {
    f("name", name), f("parent", parent), f("description", description), f("organization", organization);
    f("coordinators", coordinators), each_limit(f);
  }
};

struct UserAccount : Association {
  Text partition;
  void each(auto&& f) { f("name", name), f("partition", partition), each_limit(f); }
};

struct User : Record {
  Text name, admin_level, default_account;
  std::vector<UserAccount> accounts;
  void each(auto&& f) {
    f("name", name), f("adminLevel", admin_level), f("defaultAccount", default_account), f("accounts", accounts);
  }
};

struct Archive : Record {
  Text storage;
  void each(auto&& f) { f("storage", storage); }
};

struct Accounting : Record, Placement {
  Database database;
  std::optional<Archive> archive;
  Texts enforce;
  Resources resources;
  std::vector<Qos> qos;
  std::vector<Account> accounts;
  std::vector<User> users;
  Text prune;
  void each(auto&& f) {
    f("database", database), f("archive", archive), f("enforce", enforce), f("resources", resources);
    each_placement(f), f("qos", qos), f("accounts", accounts), f("users", users), f("prune", prune);
  }
};

struct HostKeys : Record {
  Text secret_name;
  Texts types;
  Bool certificates;
  void each(auto&& f) { f("secretName", secret_name), f("types", types), f("certificates", certificates); }
};

struct RootKeys : Record {
  Text secret_name;
  void each(auto&& f) { f("secretName", secret_name); }
};

struct UserCertificates : Record {
  Texts authorities;
  std::optional<Source> revoked;
  void each(auto&& f) { f("authorities", authorities), f("revoked", revoked); }
};

struct UserLimits : Record {
  Text cpu, memory;
  Int processes;
  void each(auto&& f) { f("cpu", cpu), f("memory", memory), f("processes", processes); }
};

/// What sshd has in login pods and on workers.
struct Sshd {
  HostKeys host_keys;
  std::optional<UserCertificates> certificates;
  Settings sshd;
};

struct Login : Record, Placement, Sshd {
  Text name;
  Int replicas;
  Service service;
  Int port;
  std::optional<RootKeys> root_keys;
  Texts authentication;
  std::optional<Source> pam;
  Text motd;
  Resources resources;
  std::optional<UserLimits> user_limits;
  Bool private_tmp;
  void each(auto&& f) {
    f("name", name), f("replicas", replicas), f("service", service), f("port", port), f("hostKeys", host_keys);
    f("rootKeys", root_keys), f("authentication", authentication), f("pam", pam), f("certificates", certificates);
    f("sshd", sshd), f("motd", motd), f("resources", resources), f("userLimits", user_limits);
    f("privateTmp", private_tmp), each_placement(f);
  }
};

/// SSH to the workers.
struct NodeSsh : Record, Sshd {
  Int port;
  void each(auto&& f) { f("port", port), f("hostKeys", host_keys), f("certificates", certificates), f("sshd", sshd); }
};

struct RestApi : Record, Placement {
  Int replicas;
  Service service;
  Resources resources;
  void each(auto&& f) { f("replicas", replicas), f("service", service), f("resources", resources), each_placement(f); }
};

}  // namespace skiff::spec
