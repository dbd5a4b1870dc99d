#include "checks/clock.h"

#include <sys/timex.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "checks/checks.h"

namespace skiff::health {

Result judge_clock(const ClockState& state, std::int64_t limit_milliseconds) {
  const std::int64_t offset = std::abs(state.offset) / 1000;
  if (offset > limit_milliseconds) return {Level::critical, "off by " + std::to_string(offset) + " ms", {}};
  if (!state.synchronised) return {Level::warn, "the clock is not synchronized", {}};
  if (state.maximum / 1000 > limit_milliseconds)
    return {Level::warn, "may be off by " + std::to_string(state.maximum / 1000) + " ms", {}};
  return {Level::ok, "off by " + std::to_string(offset) + " ms", {}};
}

Verdict clock_offset(const Node& node) {
  if (!node.settings.clock) return std::nullopt;
  timex request{};
  const int state = adjtimex(&request);
  if (state < 0) return Result{Level::unknown, std::strerror(errno), {}};
  return judge_clock({.synchronised = state != TIME_ERROR && !(request.status & STA_UNSYNC),
                      .offset = request.status & STA_NANO ? request.offset / 1000 : request.offset,
                      .maximum = request.maxerror},
                     threshold(node.settings.catalogue, "clockOffset"));
}

}  // namespace skiff::health
