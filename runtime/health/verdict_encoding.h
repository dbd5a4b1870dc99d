#pragma once

#include <optional>
#include <string>

#include "level.h"

namespace skiff::health {

/// For the pipe from a worker process: 4 bytes of length, then the level, the detail and the memory.
std::string encode_verdict(const Verdict& verdict);

/// Removes the first verdict from the front of `bytes`; none while it is incomplete.
std::optional<Verdict> take_verdict(std::string& bytes);

}  // namespace skiff::health
