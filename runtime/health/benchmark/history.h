#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "benchmark/choose.h"
#include "benchmark/trial.h"

namespace skiff::benchmark {

/// What is remembered of a node.
struct Past {
  std::optional<Quantity> value, floor;
  std::optional<bool> passed;                  ///< of the last run that said something
  std::int64_t last_try = 0, last_result = 0;  ///< seconds since 1970
  std::int64_t passes = 0, failures = 0, unknowns = 0;
};

/// All nodes of one benchmark, by name.
using History = std::map<std::string, Past>;

/// Joins the result of one node.
void remember(History& history, const Result& result, std::int64_t now);
LastTried last_tried(const History& history);

/// The history in Prometheus' text format, as node_exporter's textfile collector takes it.
std::string metrics(const History& history, const std::string& benchmark);
/// What `metrics` wrote; none where the text has a line of another form.
std::optional<History> parse_metrics(std::string_view text);

}  // namespace skiff::benchmark
