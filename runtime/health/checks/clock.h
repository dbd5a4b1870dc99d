#pragma once

#include <cstdint>

#include "level.h"

namespace skiff::health {

/// What adjtimex(2) reports: whether the clock is synchronised, the offset that is being corrected, and the maximum
/// error.
struct ClockState {
  bool synchronised = false;
  std::int64_t offset = 0;   ///< microseconds
  std::int64_t maximum = 0;  ///< microseconds
};

Result judge_clock(const ClockState& state, std::int64_t limit_milliseconds);

}  // namespace skiff::health
