#include "plan/resolve_parts.h"
#include "spec/refuse.h"

namespace skiff {
namespace {

plan::Ldap resolve_ldap(const spec::Ldap& ldap, Diagnostics& diagnostics) {
  plan::Ldap resolved;
  resolved.uris = resolve_texts(ldap.uris);
  resolved.base = ldap.base.tracked();
  resolved.user_base = resolve_optional(ldap.user_base);
  resolved.group_base = resolve_optional(ldap.group_base);
  resolved.schema = ldap.schema.tracked();
  resolved.id_mapping = ldap.id_mapping.tracked();
  if (ldap.ca) resolved.ca = resolve_source_key(*ldap.ca, diagnostics);
  if (const auto& bind = ldap.bind)
    resolved.bind = plan::DirectoryBind{bind->dn.tracked(), bind->password_secret.name.tracked(),
                                        bind->password_secret.key.tracked()};
  resolved.access_filter = resolve_optional(ldap.access_filter);
  resolved.expire_policy = ldap.expire_policy ? ldap.expire_policy.tracked()
                                              : plan::Text{*ldap.schema == "ad" ? "ad" : "shadow", ldap.schema.origin};
  resolved.cache_seconds = resolve_seconds(ldap.cache_for);
  return resolved;
}

}  // namespace

std::optional<plan::Directory> resolve_directory(const spec::ClusterSpec& spec, plan::Plan& plan,
                                                 Diagnostics& diagnostics) {
  if (!spec.users || !spec.users->directory) return std::nullopt;
  const spec::Directory& directory = *spec.users->directory;
  if (directory.ldap && directory.sssd_conf) {
    forbid(diagnostics, "SKF206", *directory.sssd_conf,
           "may not be specified together with ldap: a complete sssd.conf has everything that ldap would say");
    return std::nullopt;
  }
  if (!directory.ldap && !directory.sssd_conf) {
    require(diagnostics, "SKF206", directory, "ldap", "give exactly one of ldap, sssdConf");
    return std::nullopt;
  }
  plan::Directory resolved;
  const Origin why = Origin::spec(directory.span);
  resolved.volume = {"login-directory", why};
  if (directory.ldap) resolved.ldap = resolve_ldap(*directory.ldap, diagnostics);
  if (directory.sssd_conf) resolved.conf_secret = directory.sssd_conf->secret_name.tracked();
  plan::Volume volume;
  volume.name = resolved.volume;
  volume.empty_dir = plan::EmptyDir{{false, why}, {}};
  plan.storage.push_back(std::move(volume));
  return resolved;
}

}  // namespace skiff
