#pragma once

#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "tree/to_value.h"

// Probes of the kubelet. The kubelet can miss that a daemon has started. It then runs the readiness probe one whole
// period later. So each start can be delayed by the period of the readiness probe, and the period is short where the
// probe is cheap.

namespace skiff {

Value exec_probe(std::vector<std::string_view> command, int period, int timeout, int failures);
Value tcp_probe(std::string_view port, int period, int failures);
Value http_probe(const plan::Plan& plan, std::string_view path, std::string_view port, int period, int failures);
/// The first release whose daemons answer HTTP requests.
inline constexpr Version http_probes{25, 11};

}  // namespace skiff
