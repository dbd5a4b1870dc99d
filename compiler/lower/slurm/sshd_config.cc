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

}  // namespace

Conf sshd_config(const plan::Plan& plan, const plan::Login& login) {
  Conf conf{
      .name = "sshd_config", .path = "slurm/sshd_config." + *login.name, .separator = ' ', .why = login.name.origin};
  conf.add("Port", constant("22"));
  for (const auto& type : login.host_key_types)
    conf.add("HostKey", "/etc/ssh/host-keys/ssh_host_" + *type + "_key", type.origin);
  if (*login.host_certificates)
    for (const auto& type : login.host_key_types)
      conf.add("HostCertificate", "/etc/ssh/host-keys/ssh_host_" + *type + "_key-cert.pub",
               type.origin | login.host_certificates.origin);
  conf.add("PidFile", constant("none"));
  conf.add("UsePAM", constant("yes"));
  conf.add("PasswordAuthentication", offered(login, "password"));
  conf.add("KbdInteractiveAuthentication", offered(login, "keyboard-interactive"));
  if (const plan::Text methods = authentication_methods(login); !methods->empty())
    conf.add("AuthenticationMethods", methods);
  if (const auto& certificates = login.certificates)
    conf.add("TrustedUserCAKeys", std::string(shared::paths::sshd) + "/" + std::string(user_authorities_file),
             plan::joined(certificates->authorities).origin);
  if (const plan::Source* revoked = revoked_keys(login))
    conf.add("RevokedKeys", std::string(shared::paths::revokedKeys) + "/revoked_keys", revoked->origin());
  conf.add("PermitRootLogin",
           login.root_keys ? plan::Text{"prohibit-password", login.root_keys->origin} : constant("no"));
  conf.add("X11Forwarding", constant("no"));
  conf.add("PrintMotd", constant("no"));
  conf.add("AcceptEnv", constant("LANG LC_*"));
  conf.add("ClientAliveInterval", constant("60"));
  conf.add("ClientAliveCountMax", constant("10"));
  conf.add("MaxStartups", constant("100:30:300"));
  conf.add("Subsystem", constant("sftp internal-sftp"));
  if (plan.jail) {
    // sshd reads the keys of a user before it changes into the shared root.
    conf.add("ChrootDirectory", std::string(jail_root), plan.jail->storage.origin);
    conf.add("AuthorizedKeysFile", std::string(jail_root) + "%h/.ssh/authorized_keys", plan.jail->storage.origin);
  }
  if (plan.directory) {
    const Origin why =
        plan.users ? plan.directory->volume.origin | plan.users->volume.origin : plan.directory->volume.origin;
    conf.add("AuthorizedKeysCommand", std::string(shared::paths::programs) + "/authorized-keys %u", why);
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

}  // namespace skiff
