#pragma once

#include <string>

#include "sidecar/power.h"

namespace skiff::sidecar {

/// Reads FOLDER/power.json, what is remembered of elastic sets. The file outlives the container, but not the pod.
/// Empty if the file is missing or invalid.
PowerMemory read_power_memory(const std::string& folder);
/// Writes the file. Errors are ignored: only the next start of the program would miss the content.
void write_power_memory(const std::string& folder, const PowerMemory& memory);

PowerMemory parse_power_memory(std::string_view text);
std::string text_of(const PowerMemory& memory);

}  // namespace skiff::sidecar
