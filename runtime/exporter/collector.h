#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <string>

#include "common/log.h"
#include "common/slurm_commands.h"
#include "exporter/jobs.h"

namespace skiff::exporter {

/// Asks slurmctld and makes the page with the metrics. If a question has no answer, its metrics are left out.
class Collector {
 public:
  /// `sidecar`: the file with the sidecar's metrics. `most_memory`: of a command of Slurm, in bytes; 0: no limit. A
  /// command that is running is killed when `stop` becomes true.
  Collector(std::string commands, const std::string& config, std::string sidecar, std::size_t most_memory,
            const Log& log, const std::atomic<bool>& stop);

  std::string collect();

 private:
  struct Outcome {
    bool good = false;
    std::int64_t microseconds = 0, answered = 0;  ///< how long it took; when it was last good, in seconds since 1970
    std::string why;
  };
  template <class Read>
  void ask(const std::string& source, const std::string& command, const std::vector<std::string>& words,
           const std::vector<std::string>& variables, Read read);
  void write_outcomes(metrics::Page& page) const;
  std::string of_sidecar() const;

  const SlurmCommands slurm_;
  const std::string sidecar_;
  const Log& log_;
  JobHistory history_;
  std::map<std::string, Outcome> outcomes_;  // by source
};

}  // namespace skiff::exporter
