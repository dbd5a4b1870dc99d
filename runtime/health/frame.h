#pragma once

#include <optional>
#include <string>

#include "level.h"

namespace skiff::health {

/// Encodes a verdict for the pipe from a lane's process: 4 bytes of length, then the level, the detail and the memory.
std::string encode(const Verdict& verdict);

/// Removes the first verdict from the front of `bytes`; none while it is incomplete.
std::optional<Verdict> take_frame(std::string& bytes);

}  // namespace skiff::health
