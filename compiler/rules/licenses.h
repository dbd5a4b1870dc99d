#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "spec/spec.h"

namespace skiff {

using LicenseCounts = std::vector<std::pair<std::string, std::int64_t>>;

/// The licenses of spec.slurm.config.Licenses with their numbers: `fluent:30;ansys=2,other`.
LicenseCounts licenses_of_config(const plan::Plan& plan);

/// The licenses of spec.licenses, those with a server as name@server, and how many this cluster may use of each.
LicenseCounts licenses_of_spec(const spec::ClusterSpec& spec);

}  // namespace skiff
