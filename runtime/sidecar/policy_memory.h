#pragma once

#include <string>
#include <string_view>

#include "sidecar/policy.h"

namespace skiff::sidecar {

/// The memory after all was done but for the `failed` keys, and the records were read again.
PolicyMemory remember_policy(const Policy& policy, const Records& before, const Records& now,
                             const PolicyMemory& memory, const std::vector<std::string>& failed);

/// The memory as JSON, and from it. Throws std::runtime_error for a text that is none.
std::string text_of(const PolicyMemory& memory);
PolicyMemory parse_policy_memory(std::string_view text);

}  // namespace skiff::sidecar
