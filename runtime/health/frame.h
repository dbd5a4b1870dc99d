#pragma once

#include <optional>
#include <string>

#include "level.h"

namespace skiff::health {

/// A verdict on its way from a lane's process: 4 bytes of length, then the level, the detail and the memory.
std::string encode(const Verdict& verdict);

/// Takes the first whole verdict from the front of `bytes`; none while it is not there in full.
std::optional<Verdict> take_frame(std::string& bytes);

}  // namespace skiff::health
