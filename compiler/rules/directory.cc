#include <string>

#include "rules/directory_text.h"
#include "rules/rules.h"

namespace skiff {
namespace {

void check_name(const spec::Text& name, Diagnostics& found) {
  if (name && !is_distinguished_name(*name))
    refuse(found, "SKF227", name,
           "must be a distinguished name, whose parts are separated by commas, such as dc=example,dc=com");
}

/// The schema allows up to five digits.
void check_port(const spec::Text& uri, Diagnostics& found) {
  const std::size_t colon = uri->rfind(':');
  if (uri->compare(colon, 3, "://") == 0) return;
  const int port = std::stoi(uri->substr(colon + 1));
  if (port < 1 || port > 65535) refuse(found, "SKF227", uri, "its port must be between 1 and 65535");
}

}  // namespace

void rule_directory(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& users = cluster.spec.users;
  if (!users || !users->directory || !users->directory->ldap) return;
  const spec::Ldap& ldap = *users->directory->ldap;
  for (const spec::Text& uri : ldap.uris) check_port(uri, found);
  for (const spec::Text* name : {&ldap.base, &ldap.user_base, &ldap.group_base}) check_name(*name, found);
  if (ldap.bind) check_name(ldap.bind->dn, found);
  if (ldap.access_filter && !is_ldap_filter(*ldap.access_filter))
    refuse(found, "SKF227", ldap.access_filter,
           "must be an LDAP filter: (attribute=value), or (&...), (|...) and (!...) around other filters; write "
           "parentheses in a value as \\28 and \\29");
  if (*ldap.id_mapping && *ldap.schema != "ad")
    forbid(found, "SKF228", ldap.id_mapping, "requires schema: ad, because only Active Directory has SIDs");
}

}  // namespace skiff
