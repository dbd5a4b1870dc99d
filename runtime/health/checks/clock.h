#pragma once

#include <cstdint>

#include "level.h"

namespace skiff::health {

/// What adjtimex(2) says: whether somebody keeps the clock, by how much it is being moved, and how far it can be off.
struct ClockState {
  bool synchronised = false;
  std::int64_t offset = 0;   ///< microseconds
  std::int64_t maximum = 0;  ///< microseconds
};

Result judge_clock(const ClockState& state, std::int64_t limit_milliseconds);

}  // namespace skiff::health
