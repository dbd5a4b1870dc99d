#pragma once

#include <string>
#include <string_view>

#include "plan/mount.h"

namespace jail {

/// Sets the defaults of the mount's type, and then its options. Returns what is wrong with the options, or an empty
/// text.
std::string parse_options(std::string_view options, Mount& mount);

}  // namespace jail
