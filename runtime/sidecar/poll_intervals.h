#pragma once

#include <chrono>

namespace skiff::sidecar {

/// How often to check for what inotify and watches report anyway.
struct PollIntervals {
  std::chrono::milliseconds without_inotify{2000}, files{10000}, nodes{15000};
};

/// The default. Tests set SKIFF_POLL to a number of seconds for all three, which is so large that the program only does
/// what an event tells it to do.
PollIntervals poll_intervals_from_environment();

}  // namespace skiff::sidecar
