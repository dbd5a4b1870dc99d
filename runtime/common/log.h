#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "common/spec_field.h"

namespace spdlog {
class logger;
}

namespace skiff {

using LogFormat = fields::spec_controller_sidecar_logFormat;

/// The container's log, on standard error: one line per message, times in UTC. For one thread at a time.
class Log {
 public:
  Log(const std::string& level, LogFormat format);
  ~Log();
  /// `part`: the feature, such as reconfigure, policy, tokens or power.
  void debug(std::string_view part, std::string_view text) const;
  void info(std::string_view part, std::string_view text) const;
  void warning(std::string_view part, std::string_view text) const;

  /// The messages so far, by part and level (`info`, `warning`), also those that the log's level hides.
  using Counts = std::map<std::pair<std::string, std::string>, std::int64_t>;
  const Counts& counts() const { return counts_; }

 private:
  std::string line_of(std::string_view part, std::string_view text) const;
  std::shared_ptr<spdlog::logger> logger_;
  LogFormat format_;
  mutable Counts counts_;
};

}  // namespace skiff
