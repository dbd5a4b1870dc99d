#pragma once

#include <set>
#include <string>
#include <string_view>

namespace skiff {

/// What Lua's compiler says of a script. The script is not run.
struct LuaScript {
  std::string fault;              ///< such as `job_submit.lua:3: '=' expected near 'x'`; empty if the script compiles
  std::set<std::string> globals;  ///< the global names to which the script assigns, such as those of its functions
  /// The script may assign to further global names: it uses _G, or runs other code (require, dofile, loadstring, …).
  bool may_have_more = false;
};
LuaScript compile_lua(std::string_view name, std::string_view text);

}  // namespace skiff
