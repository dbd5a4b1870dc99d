#pragma once

#include <string_view>

#include "common/metrics.h"

namespace skiff::exporter {

/// Writes what sdiag printed about slurmctld: its threads and queues, the scheduler's cycles and the requests that it
/// has served. slurmctld sets the counters to 0 at midnight, UTC.
void write_scheduler(std::string_view sdiag, metrics::Page& page);

}  // namespace skiff::exporter
