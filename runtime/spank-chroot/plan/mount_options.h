#pragma once

#include <string>
#include <string_view>

#include "plan/mount.h"

namespace jail {

/// Sets what the options say, after the type's own settings. Returns what is wrong with them, or nothing.
std::string parse_options(std::string_view options, Mount& mount);

}  // namespace jail
