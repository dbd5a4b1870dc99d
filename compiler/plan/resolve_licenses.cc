#include "plan/resolve_parts.h"

namespace skiff {

std::vector<plan::Text> resolve_licenses(const spec::ClusterSpec& spec) {
  std::vector<plan::Text> licenses;
  for (const spec::License& license : spec.licenses)
    if (!license.server)
      licenses.push_back(
          {*license.name + ':' + std::to_string(*license.count), license.name.origin | license.count.origin});
  return licenses;
}

std::vector<plan::AccountingRecord> resolve_resources(const spec::ClusterSpec& spec) {
  std::vector<plan::AccountingRecord> records;
  for (const spec::License& license : spec.licenses) {
    if (!license.server) continue;
    plan::AccountingRecord record{{*license.name + '@' + *license.server, license.name.origin | license.server.origin},
                                  {}};
    const auto add = [&](const char* key, const plan::Text& value) { record.options.emplace_back(key, value); };
    add("Count", {std::to_string(*license.count), license.count.origin});
    if (license.server_type) add("ServerType", license.server_type.tracked());
    if (license.description) add("Description", license.description.tracked());
    add("PercentAllowed", license.percent_allowed
                              ? plan::Text{std::to_string(*license.percent_allowed), license.percent_allowed.origin}
                              : plan::Text{"100", license.server.origin});
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace skiff
