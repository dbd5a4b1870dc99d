#include "common/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

namespace skiff {
namespace {

std::string quoted(std::string_view text) {
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Log::Log(const std::string& level, LogFormat format)
    : logger_(std::make_shared<spdlog::logger>("sidecar", std::make_shared<spdlog::sinks::stderr_sink_st>())),
      format_(format) {
  logger_->set_level(spdlog::level::from_str(level));
  logger_->set_pattern(
      format == LogFormat::json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})" : "%Y-%m-%dT%H:%M:%S.%eZ %l %v",
      spdlog::pattern_time_type::utc);
}

Log::~Log() = default;

std::string Log::line_of(std::string_view part, std::string_view text) const {
  if (format_ == LogFormat::json) return "\"part\":" + quoted(part) + ",\"message\":" + quoted(text);
  std::string line = std::string(part) + ": " + std::string(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  return line;
}

void Log::debug(std::string_view part, std::string_view text) const { logger_->debug("{}", line_of(part, text)); }
void Log::info(std::string_view part, std::string_view text) const {
  ++counts_[{std::string(part), "info"}];
  logger_->info("{}", line_of(part, text));
}
void Log::warning(std::string_view part, std::string_view text) const {
  ++counts_[{std::string(part), "warning"}];
  logger_->warn("{}", line_of(part, text));
}

}  // namespace skiff
