#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// The error of Lua's compiler for a script, such as `job_submit.lua:3: '=' expected near 'x'`. Empty if the script
/// compiles. The script is not run.
std::string lua_fault(std::string_view name, std::string_view text);

}  // namespace skiff
