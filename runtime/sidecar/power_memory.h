#pragma once

#include <string>

#include "sidecar/power.h"

namespace skiff::sidecar {

/// What is remembered of elastic sets, as it outlives the container, but not the pod: FOLDER/power.json. Nothing where there is none.
PowerMemory read_power_memory(const std::string& folder);
/// A failure costs no more than what the next start remembers.
void write_power_memory(const std::string& folder, const PowerMemory& memory);

PowerMemory parse_power_memory(std::string_view text);
std::string text_of(const PowerMemory& memory);

}  // namespace skiff::sidecar
