#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/log.h"
#include "sidecar/node.h"
#include "sidecar/pod.h"
#include "sidecar/power.h"
#include "sidecar/service_tokens.h"
#include "sidecar/status.h"

namespace skiff::sidecar {

/// The nodes of an elastic set.
struct ElasticCounts {
  std::int64_t wanted = 0;   ///< slurmctld powers them up or has powered them up
  std::int64_t running = 0;  ///< their pods run
  std::int64_t waiting = 0;  ///< wanted, but no pod runs
  bool operator==(const ElasticCounts&) const = default;
};

/// By the set's name. Sets without nodes are there, too.
std::map<std::string, ElasticCounts> count_elastic(const std::vector<Node>& nodes, const std::vector<ElasticSet>& sets,
                                                   const std::vector<Pod>& pods);

/// What the sidecar tells about itself.
struct Observed {
  std::map<std::string, ElasticCounts> elastic;
  bool config_in_use = false;                ///< slurmctld uses the mounted files
  std::map<std::string, TokenTimes> tokens;  ///< of services, by the names of their Secrets
};

/// Metrics for Prometheus, which the exporter serves.
std::string metrics_page(const Observed& observed, const Log& log, const Status& status);

}  // namespace skiff::sidecar
