#pragma once

#include <string>
#include <string_view>

#include "sidecar/policy.h"

namespace skiff::sidecar {

/// The memory after all calls except those for the `failed` keys were successful. `now` are the records after the
/// calls.
PolicyMemory remember_policy(const Policy& policy, const Records& before, const Records& now,
                             const PolicyMemory& memory, const std::vector<std::string>& failed);

/// Writes the memory as JSON, and reads it. parse_policy_memory throws std::runtime_error if the text is invalid.
std::string text_of(const PolicyMemory& memory);
PolicyMemory parse_policy_memory(std::string_view text);

}  // namespace skiff::sidecar
