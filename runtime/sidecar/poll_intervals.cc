#include "sidecar/poll_intervals.h"

#include <stdlib.h>

#include "text/number.h"

namespace skiff::sidecar {

PollIntervals poll_intervals_from_environment() {
  const char* value = getenv("SKIFF_POLL");
  const auto number = value ? to_number<int>(value) : std::nullopt;
  if (!number) return {};
  const std::chrono::seconds all(*number);
  return {all, all, all};
}

}  // namespace skiff::sidecar
