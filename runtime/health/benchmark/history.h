#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "benchmark/choose.h"
#include "benchmark/trial.h"

namespace skiff::benchmark {

/// The results of one node.
struct Past {
  std::optional<Quantity> value, floor;
  std::optional<bool> passed;                  ///< in the last run with a known result
  std::int64_t last_try = 0, last_result = 0;  ///< seconds since 1970
  std::int64_t passes = 0, failures = 0, unknowns = 0;
};

/// The results of all nodes of one benchmark, by node name.
using History = std::map<std::string, Past>;

/// Adds the result of one node. `now` is in seconds since 1970.
void remember(History& history, const Result& result, std::int64_t now);
LastTried last_tried(const History& history);

/// The history in Prometheus' text format, for node_exporter's textfile collector.
std::string metrics(const History& history, const std::string& benchmark);
/// Parses the output of `metrics`; none if a line has another form.
std::optional<History> parse_metrics(std::string_view text);

}  // namespace skiff::benchmark
