#include "plan/secrets.h"

#include <algorithm>
#include <utility>

#include "plan/ssh.h"

namespace skiff::plan {
namespace {

NamedSecret slurm_key(const Auth& auth) {
  NamedSecret secret{SecretUse::slurm_key, auth.secret, {*auth.key_file}};
  if (*auth.jwt) secret.keys.push_back("jwt_hs256.key");
  return secret;
}

NamedSecret host_keys(const Sshd& sshd, bool is_signed, std::string owner) {
  NamedSecret secret{
      is_signed ? SecretUse::signed_host_keys : SecretUse::host_keys, sshd.host_keys, {}, std::move(owner)};
  for (const Text& type : sshd.host_key_types) {
    secret.keys.push_back("ssh_host_" + *type + "_key");
    if (*sshd.host_certificates) secret.keys.push_back("ssh_host_" + *type + "_key-cert.pub");
  }
  return secret;
}

NamedSecret host_keys(const Plan& plan, const Login& login) {
  // Login sets may share a Secret. If one of them needs certificates in it, skiff cannot make it.
  const bool is_signed = std::ranges::any_of(
      plan.login, [&](const Login& other) { return *other.host_keys == *login.host_keys && *other.host_certificates; });
  return host_keys(login, is_signed, "the login set " + *login.name);
}

void add_revoked_keys(std::vector<NamedSecret>& secrets, const Sshd& sshd, const std::string& owner) {
  if (const Source* revoked = revoked_keys(sshd); revoked && revoked->secret)
    secrets.push_back({SecretUse::revoked_keys, *revoked->secret, {"revoked_keys"}, owner});
}

void add_secrets_of(std::vector<NamedSecret>& secrets, const Plan& plan, const Volume& volume) {
  const bool users = plan.users && *plan.users->volume == *volume.name;
  if (volume.secret)
    secrets.push_back({users ? SecretUse::users : SecretUse::volume,
                       volume.secret->name,
                       {},
                       *volume.name,
                       *volume.secret->optional});
  if (volume.csi && volume.csi->secret) secrets.push_back({SecretUse::csi, *volume.csi->secret, {}, *volume.name});
}

void add_secrets_of(std::vector<NamedSecret>& secrets, const Directory& directory) {
  if (directory.conf_secret) secrets.push_back({SecretUse::sssd_conf, *directory.conf_secret, {"sssd.conf"}});
  if (!directory.ldap) return;
  if (const auto& ca = directory.ldap->ca; ca && ca->secret)
    secrets.push_back({SecretUse::directory_ca, *ca->secret, {*ca->key}});
  if (const auto& bind = directory.ldap->bind)
    secrets.push_back({SecretUse::directory_password, bind->secret, {*bind->key}});
}

void add_secrets_of(std::vector<NamedSecret>& secrets, const Accounting& accounting) {
  secrets.push_back({accounting.mariadb ? SecretUse::database_password : SecretUse::external_password,
                     accounting.password_secret,
                     {*accounting.password_key}});
  const auto& tls = accounting.database_tls;
  if (tls && tls->ca.secret) secrets.push_back({SecretUse::database_ca, *tls->ca.secret, {*tls->ca.key}});
  if (tls && tls->client_secret)
    secrets.push_back({SecretUse::database_client, *tls->client_secret, {"tls.crt", "tls.key"}});
}

}  // namespace

std::vector<NamedSecret> named_secrets(const Plan& plan) {
  std::vector<NamedSecret> secrets;
  for (const Text& name : plan.images.pull_secrets) secrets.push_back({SecretUse::registry, name, {}});
  secrets.push_back(slurm_key(plan.auth));
  for (const Volume& volume : plan.storage) add_secrets_of(secrets, plan, volume);
  if (plan.directory) add_secrets_of(secrets, *plan.directory);
  if (plan.accounting) add_secrets_of(secrets, *plan.accounting);
  for (const Login& login : plan.login) {
    secrets.push_back(host_keys(plan, login));
    const std::string owner = "the login set " + *login.name;
    if (login.root_keys) secrets.push_back({SecretUse::root_keys, *login.root_keys, {"authorized_keys"}, owner});
    if (login.pam && login.pam->secret) secrets.push_back({SecretUse::pam, *login.pam->secret, {"auth"}, owner});
    add_revoked_keys(secrets, login, owner);
  }
  if (const auto& ssh = plan.node_ssh) {
    secrets.push_back(host_keys(*ssh, *ssh->host_certificates, "the workers"));
    add_revoked_keys(secrets, *ssh, "the workers");
  }
  return secrets;
}

}  // namespace skiff::plan
