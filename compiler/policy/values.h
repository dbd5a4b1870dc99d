#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skiff::policy {

/// What sacctmgr would show of an option after it is set to `value`, if it shows `shown` now. In a list of TRES, the
/// TRES that are not in `value` stay, and `=-1` removes a limit. Empty if the option is unset.
std::string value_after(std::string_view option, std::string_view value, std::string_view shown);

/// The seconds that a value of an option means; nullopt if the option is not a time, or has none.
std::optional<std::int64_t> seconds_of(std::string_view option, std::string_view value);

/// True if the two values of an option mean the same: sacctmgr shows lists in an order of its own, and numbers and
/// times in one of several forms. If a form is unknown, only equal texts are the same.
bool same_value(std::string_view option, std::string_view one, std::string_view other);

}  // namespace skiff::policy
