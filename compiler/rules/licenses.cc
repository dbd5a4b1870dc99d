#include "rules/licenses.h"

#include <algorithm>
#include <map>

#include "plan/owned.h"
#include "rules/rules.h"
#include "text/ascii.h"
#include "text/number.h"

namespace skiff {
namespace {

/// Adds the licenses of a list such as `fluent:30;ansys=2,other`.
void add_list(LicenseCounts& licenses, std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = list.find_first_of(",;");
    const std::string_view one = list.substr(0, end);
    list.remove_prefix(end == list.npos ? list.size() : end + 1);
    const std::size_t colon = one.find_first_of(":=");
    const auto count = colon == one.npos ? 1 : to_number<std::int64_t>(one.substr(colon + 1)).value_or(0);
    licenses.emplace_back(one.substr(0, colon), count);
  }
}

LicenseCounts licenses_of_config(const plan::Plan& plan) {
  LicenseCounts licenses;
  for (const auto& [key, value] : plan.files.config)
    if (same_key(key, "Licenses")) add_list(licenses, *value);
  return licenses;
}

/// slurmctld rounds the part of the cluster down.
std::int64_t allowed(const plan::AccountingRecord& resource) {
  std::int64_t count = 0, percent = 0;
  for (const auto& [key, value] : resource.options) {
    if (key == "Count") count = to_number<std::int64_t>(*value).value_or(0);
    if (key == "PercentAllowed") percent = to_number<std::int64_t>(*value).value_or(0);
  }
  return count * percent / 100;
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

LicenseCounts licenses_of(const plan::Plan& plan) {
  LicenseCounts licenses = licenses_of_config(plan);
  for (const plan::Text& license : plan.licenses) add_list(licenses, *license);
  if (plan.accounting && plan.accounting->policy)
    for (const plan::AccountingRecord& resource : plan.accounting->policy->resources)
      licenses.emplace_back(*resource.name, allowed(resource));
  return licenses;
}

void rule_licenses(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  std::map<std::pair<std::string_view, std::string_view>, const spec::Text*> seen;
  const LicenseCounts others = licenses_of_config(plan);
  for (const spec::License& license : cluster.spec.licenses) {
    judge_fields(license, cluster.spec, found);
    const std::string_view server = license.server ? std::string_view(*license.server) : "";
    if (const auto [first, fresh] = seen.emplace(std::pair(std::string_view(*license.name), server), &license.name);
        !fresh)
      duplicate(found, "SKF301", license.name, "", first->second->span, "the first license with this name and server");
    // slurmctld would add the two numbers.
    if (!license.server && std::ranges::find(others, *license.name, &LicenseCounts::value_type::first) != others.end())
      refuse(found, "SKF236", license.name, "must not be in spec.slurm.config.Licenses, too");
  }
}

}  // namespace skiff
