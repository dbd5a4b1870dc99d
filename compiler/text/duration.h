#pragma once

#include <cstdint>
#include <string_view>

#include "text/number.h"

namespace skiff {

/// The seconds of a duration such as `10m` or `12h`: a whole number of at most nine digits, followed by s, m, h or d.
/// The pattern in the schema has already checked this.
inline std::int64_t seconds(std::string_view duration) {
  const std::int64_t number = take_number(duration).value_or(0);
  switch (duration.empty() ? 's' : duration[0]) {
    case 'm':
      return number * 60;
    case 'h':
      return number * 3600;
    case 'd':
      return number * 86400;
    default:
      return number;
  }
}

}  // namespace skiff
