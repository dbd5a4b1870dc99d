#pragma once

#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "tree/to_value.h"

// How the kubelet asks a daemon. It may overlook that a daemon has started, and then asks whether it is ready a whole period later: so the
// period of a readiness probe is what each start can wait, and short where the question is cheap.

namespace skiff {

Value exec_probe(std::vector<std::string_view> command, int period, int timeout, int failures);
Value tcp_probe(std::string_view port, int period, int failures);
Value http_probe(const plan::Plan& plan, std::string_view path, std::string_view port, int period, int failures);
/// The daemons answer HTTP from this release on.
inline constexpr Version http_probes{25, 11};

}  // namespace skiff
