#include "lower/runtime/sssd.h"

#include <algorithm>
#include <cstdint>
#include <source_location>
#include <string>

#include "embedded/shared.h"

namespace skiff {
namespace {

// Seconds. The default of sssd.
constexpr std::int64_t longest_in_memory = 300;
constexpr const char* debian_authorities = "/etc/ssl/certs/ca-certificates.crt";

/// The lines of sssd.conf, each with what decided it.
class Lines {
 public:
  Lines(OutputFile& file, Origin why) : file_(file), why_(std::move(why)) {}

  void fixed(std::string text, std::source_location here = std::source_location::current()) {
    file_.line(std::move(text), Origin::fixed(here.file_name(), here.line()) | why_);
  }
  void set(std::string_view key, const std::string& value, const Origin& why) {
    file_.line(std::string(key) + " = " + value, why);
  }
  void set(std::string_view key, const plan::Text& value) { set(key, *value, value.origin); }

 private:
  OutputFile& file_;
  Origin why_;
};

}  // namespace

MapFile sssd_conf(const plan::Ldap& ldap, const std::optional<Origin>& passwords, const Origin& why) {
  MapFile made{"sssd.conf", {"users/sssd.conf", {}, {}}};
  Lines lines(made.file, why);
  lines.fixed("# Made by skiff. Edit the spec, not this file.");
  lines.fixed("[sssd]");
  lines.fixed("services = nss, pam, ssh");
  lines.fixed("domains = directory");
  lines.fixed("");
  lines.fixed("[nss]");
  lines.fixed("filter_users = root, slurm");
  lines.fixed("filter_groups = root, slurm");
  // An entry can be copied to memory just before it expires in the cache, so together the two are the time of the spec.
  const std::int64_t in_memory = std::min(longest_in_memory, *ldap.cache_seconds / 2);
  lines.set("memcache_timeout", std::to_string(in_memory), ldap.cache_seconds.origin);
  lines.fixed("");
  lines.fixed("[domain/directory]");
  lines.fixed("id_provider = ldap");
  // Only what Slurm and sshd ask for. The provider ldap would also fetch rules of sudo, maps of autofs and hosts.
  for (const char* provider : {"chpass", "sudo", "autofs", "resolver"})
    lines.fixed(std::string(provider) + "_provider = none");
  if (passwords) {
    lines.set("auth_provider", "ldap", *passwords);
    // Users who have logged in before can log in while no server answers.
    lines.set("cache_credentials", "true", *passwords);
  } else {
    lines.fixed("auth_provider = none");
  }
  const plan::Text uris = plan::joined(ldap.uris);
  lines.set("ldap_uri", uris);
  // For ldap://. Connections to ldaps:// are encrypted in any case.
  lines.set("ldap_id_use_start_tls", "true", uris.origin);
  lines.set("ldap_tls_reqcert", "demand", uris.origin);
  const Origin& authority = ldap.ca ? ldap.ca->key.origin : uris.origin;
  lines.set("ldap_tls_cacert", ldap.ca ? std::string(shared::paths::sssd) + "/ca.crt" : debian_authorities, authority);
  // A referral names another server, for which none of this was decided.
  lines.fixed("ldap_referrals = false");
  lines.set("ldap_schema", ldap.schema);
  lines.set("ldap_id_mapping", *ldap.id_mapping ? "true" : "false", ldap.id_mapping.origin);
  lines.set("ldap_search_base", ldap.base);
  if (ldap.user_base) lines.set("ldap_user_search_base", *ldap.user_base);
  if (ldap.group_base) lines.set("ldap_group_search_base", *ldap.group_base);
  lines.fixed("access_provider = ldap");
  if (ldap.access_filter) {
    lines.set("ldap_access_order", "filter, expire", ldap.access_filter->origin);
    lines.set("ldap_access_filter", *ldap.access_filter);
  } else {
    lines.fixed("ldap_access_order = expire");
  }
  // Otherwise a user whose account has been disabled could still log in with a key.
  lines.set("ldap_account_expire_policy", ldap.expire_policy);
  lines.set("entry_cache_timeout", std::to_string(*ldap.cache_seconds - in_memory), ldap.cache_seconds.origin);
  // Seconds until sssd tries again to reach a server. By default the time doubles with each try, up to an hour.
  lines.fixed("offline_timeout = 20");
  lines.fixed("offline_timeout_max = 0");
  lines.fixed("offline_timeout_random_offset = 10");
  // Seconds to wait for a server that accepts the connection and does not answer. With the defaults of 6 and 8, a lookup
  // took more than 13 seconds in the lab.
  lines.fixed("ldap_network_timeout = 3");
  lines.fixed("ldap_opt_timeout = 3");
  // As libnss-extrausers: a smaller number belongs to a user or group of the images.
  lines.fixed("min_id = 500");
  lines.fixed("fallback_homedir = /home/%u");
  lines.fixed("default_shell = /bin/bash");
  if (const auto& bind = ldap.bind) {
    lines.set("ldap_default_bind_dn", bind->dn);
    lines.set("ldap_default_authtok_type", "password", bind->secret.origin);
  }
  return made;
}

}  // namespace skiff
