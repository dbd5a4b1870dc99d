#include "embedded/shared.h"
#include "lower/slurm/confs.h"
#include "plan/jail.h"
#include "plan/ssh.h"
#include "provenance/constant.h"

namespace skiff {
namespace {

/// Whether sshd offers a method at all.
plan::Text offered(const plan::Login& login, std::string_view method) {
  if (login.authentication.empty()) return constant("no");
  plan::Text answer{"no", {}};
  for (const plan::Text& item : login.authentication) {
    answer.origin |= item.origin;
    if (item->find(method) != std::string::npos) answer.value = "yes";
  }
  return answer;
}

plan::Text authentication_methods(const plan::Login& login) {
  plan::Text methods;
  for (const plan::Text& item : login.authentication) {
    if (!methods.value.empty()) methods.value += ' ';
    methods.value += *item;
    methods.origin |= item.origin;
  }
  return methods;
}

void add_host_keys(Conf& conf, const plan::Sshd& server) {
  for (const auto& type : server.host_key_types)
    conf.add("HostKey", "/etc/ssh/host-keys/ssh_host_" + *type + "_key", type.origin);
  if (*server.host_certificates)
    for (const auto& type : server.host_key_types)
      conf.add("HostCertificate", "/etc/ssh/host-keys/ssh_host_" + *type + "_key-cert.pub",
               type.origin | server.host_certificates.origin);
  conf.add("PidFile", constant("none"));
  conf.add("UsePAM", constant("yes"));
}

void add_certificates(Conf& conf, const plan::Sshd& server) {
  if (const auto& certificates = server.certificates)
    conf.add("TrustedUserCAKeys", std::string(shared::paths::sshd) + "/" + std::string(user_authorities_file),
             plan::joined(certificates->authorities).origin);
  if (const plan::Source* revoked = revoked_keys(server))
    conf.add("RevokedKeys", std::string(shared::paths::revokedKeys) + "/revoked_keys", revoked->origin());
}

void add_defaults(Conf& conf) {
  conf.add("X11Forwarding", constant("no"));
  conf.add("PrintMotd", constant("no"));
  conf.add("AcceptEnv", constant("LANG LC_*"));
  conf.add("ClientAliveInterval", constant("60"));
  conf.add("ClientAliveCountMax", constant("10"));
  conf.add("MaxStartups", constant("100:30:300"));
  conf.add("Subsystem", constant("sftp internal-sftp"));
}

void add_user_keys(Conf& conf, const plan::Plan& plan) {
  // sshd reads the keys of a user before the session enters the shared root.
  if (plan.jail)
    conf.add("AuthorizedKeysFile", std::string(jail_root) + "%h/.ssh/authorized_keys", plan.jail->storage.origin);
  if (plan.directory) {
    Origin why = plan.directory->volume.origin;
    if (plan.users) why |= plan.users->volume.origin;
    conf.add("AuthorizedKeysCommand", std::string(shared::paths::programs) + "/authorized-keys %u", why);
    // Root in the jail could become nobody, and enter the root directory of a process of nobody outside the jail.
    if (plan.jail)
      conf.add("AuthorizedKeysCommandUser", "root", why | plan.jail->storage.origin);
    else
      conf.add("AuthorizedKeysCommandUser", "nobody", why);
  } else if (plan.users) {
    // StrictModes rejects the mode of a ConfigMap's directory, so a program reads the file. Each of its lines begins with
    // the name of a user. The comparison is one of texts, as a name of digits is also a number for awk.
    const Origin& why = plan.users->volume.origin;
    conf.add("AuthorizedKeysCommand",
             R"(/usr/bin/awk -v user=%u '$1 "" == user "" {print substr($0, length($1) + 2)}' )" +
                 std::string(users_folder) + "/authorized_keys",
             why);
    conf.add("AuthorizedKeysCommandUser", "nobody", why);
  }
}

}  // namespace

Conf sshd_config(const plan::Plan& plan, const plan::Login& login) {
  Conf conf{
      .name = "sshd_config", .path = "slurm/sshd_config." + *login.name, .separator = ' ', .why = login.name.origin};
  conf.add("Port", constant("22"));
  add_host_keys(conf, login);
  conf.add("PasswordAuthentication", offered(login, "password"));
  conf.add("KbdInteractiveAuthentication", offered(login, "keyboard-interactive"));
  if (const plan::Text methods = authentication_methods(login); !methods->empty())
    conf.add("AuthenticationMethods", methods);
  add_certificates(conf, login);
  conf.add("PermitRootLogin",
           login.root_keys ? plan::Text{"prohibit-password", login.root_keys->origin} : constant("no"));
  add_defaults(conf);
  if (plan.jail) conf.add("ChrootDirectory", std::string(jail_root), plan.jail->storage.origin);
  add_user_keys(conf, plan);
  apply_settings(conf, login.sshd);
  if (login.root_keys) {
    // A key file of root would have to be in root's home directory. StrictModes rejects the mode of a Secret's
    // directory.
    conf.add("Match", "User root", login.root_keys->origin);
    conf.add("  AuthorizedKeysCommand", "/usr/bin/cat /etc/ssh/root-keys/authorized_keys", login.root_keys->origin);
    conf.add("  AuthorizedKeysCommandUser", "root", login.root_keys->origin);
    // An authority signs for any name. Root has no password.
    if (login.certificates) conf.add("  TrustedUserCAKeys", "none", login.root_keys->origin);
    if (!login.authentication.empty()) conf.add("  AuthenticationMethods", "publickey", login.root_keys->origin);
  }
  return conf;
}

std::optional<Conf> node_sshd_config(const plan::Plan& plan) {
  if (!plan.node_ssh) return std::nullopt;
  const plan::NodeSsh& ssh = *plan.node_ssh;
  Conf conf{.name = "sshd_config", .path = "node-ssh/sshd_config", .separator = ' ', .why = ssh.why};
  conf.add("Port", std::to_string(*ssh.port), ssh.port.origin);
  add_host_keys(conf, ssh);
  // A password would pass through each worker on which its user has a job.
  conf.add("PasswordAuthentication", constant("no"));
  conf.add("KbdInteractiveAuthentication", constant("no"));
  add_certificates(conf, ssh);
  conf.add("PermitRootLogin", constant("no"));
  add_defaults(conf);
  add_user_keys(conf, plan);
  apply_settings(conf, ssh.sshd);
  return conf;
}

}  // namespace skiff
