#pragma once

#include <string>
#include <string_view>

#include "policy/decide.h"

namespace skiff::policy {

/// The memory after all calls except those for the `failed` keys were successful. `now` are the records after the
/// calls.
Memory remember(const Policy& policy, const Records& before, const Records& now, const Memory& memory,
                const std::vector<std::string>& failed);

/// Writes the memory as JSON, and reads it. parse_memory throws std::runtime_error if the text is invalid.
std::string text_of(const Memory& memory);
Memory parse_memory(std::string_view text);

}  // namespace skiff::policy
