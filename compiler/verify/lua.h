#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// What Lua's compiler says of a script, as `job_submit.lua:3: '=' expected near 'x'`; empty where it takes it. Nothing of it is run.
std::string lua_fault(std::string_view name, std::string_view text);

}  // namespace skiff
