#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"

namespace skiff {

using LicenseCounts = std::vector<std::pair<std::string, std::int64_t>>;

/// The licenses of spec.licenses and spec.slurm.config.Licenses, those with a server as name@server, and how many this
/// cluster may use of each.
LicenseCounts licenses_of(const plan::Plan& plan);

}  // namespace skiff
