#include "sidecar/timeline.h"

#include <time.h>

#include <algorithm>
#include <chrono>

namespace skiff::sidecar {
namespace {

// Seconds after which something that is no longer reported is forgotten.
constexpr std::int64_t forgotten_after = 3600;

}  // namespace

Clocks clocks_now() {
  const auto steady = std::chrono::steady_clock::now().time_since_epoch();
  return {time(nullptr), std::chrono::duration_cast<std::chrono::seconds>(steady).count()};
}

void Timeline::set(const Clocks& clocks) {
  if (!started_) start_ = clocks.wall - clocks.steady;
  started_ = true;
  clocks_ = clocks;
  std::erase_if(places_, [&](const auto& entry) { return entry.second.used < now() - forgotten_after; });
}

std::int64_t Timeline::from_wall_clock(const std::string& what, std::int64_t time, std::int64_t not_before) {
  const auto known = places_.find(what);
  if (known != places_.end() && known->second.time == time) {
    known->second.used = now();
    return known->second.begun;
  }
  const std::int64_t age = std::max<std::int64_t>(wall() - time, 0);
  const Place place{time, std::max(now() - age, std::min(not_before, now())), now()};
  places_[what] = place;
  return place.begun;
}

}  // namespace skiff::sidecar
