#include "rules/licenses.h"

#include <algorithm>
#include <map>

#include "plan/owned.h"
#include "rules/rules.h"
#include "text/ascii.h"
#include "text/number.h"

namespace skiff {
namespace {

std::string name_of(const spec::License& license) {
  return license.server ? *license.name + '@' + *license.server : *license.name;
}

/// Fields that only the accounting database has.
void judge_fields(const spec::License& license, const spec::ClusterSpec& spec, Diagnostics& found) {
  const auto needs_server = [&](const auto& field) {
    if (field && !license.server)
      forbid(found, "SKF236", field, "may only be specified together with server: slurm.conf has only the count");
  };
  needs_server(license.server_type);
  needs_server(license.percent_allowed);
  needs_server(license.description);
  if (!license.server) return;
  if (!spec.accounting)
    forbid(found, "SKF236", license.server,
           "may only be specified together with spec.accounting: licenses of a server are in its database");
  if (to_lower(*license.name) != *license.name)
    refuse(found, "SKF236", license.name,
           "must have no upper-case letters, because the database stores names in lower case");
}

}  // namespace

LicenseCounts licenses_of_config(const plan::Plan& plan) {
  LicenseCounts licenses;
  for (const auto& [key, value] : plan.files.config) {
    if (!same_key(key, "Licenses")) continue;
    std::string_view rest = *value;
    while (!rest.empty()) {
      const std::size_t end = rest.find_first_of(",;");
      const std::string_view one = rest.substr(0, end);
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
      const std::size_t colon = one.find_first_of(":=");
      const auto count = colon == one.npos ? 1 : to_number<std::int64_t>(one.substr(colon + 1)).value_or(0);
      licenses.emplace_back(one.substr(0, colon), count);
    }
  }
  return licenses;
}

LicenseCounts licenses_of_spec(const spec::ClusterSpec& spec) {
  LicenseCounts licenses;
  for (const spec::License& license : spec.licenses)
    licenses.emplace_back(name_of(license),
                          *license.count * (license.percent_allowed ? *license.percent_allowed : 100) / 100);
  return licenses;
}

void rule_licenses(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  std::map<std::string, const spec::Text*> seen;
  const LicenseCounts others = licenses_of_config(plan);
  for (const spec::License& license : cluster.spec.licenses) {
    judge_fields(license, cluster.spec, found);
    const std::string name = name_of(license);
    if (const auto [first, fresh] = seen.emplace(name, &license.name); !fresh)
      duplicate(found, "SKF301", license.name, "", first->second->span, "the first license with this name and server");
    // slurmctld would add the two numbers.
    if (std::ranges::find(others, name, &LicenseCounts::value_type::first) != others.end())
      refuse(found, "SKF236", license.name, "must not be in spec.slurm.config.Licenses, too");
  }
}

}  // namespace skiff
