#include "verify/lua.h"

#include <algorithm>
#include <lua.hpp>
#include <memory>

namespace skiff {

std::string lua_fault(std::string_view name, std::string_view text) {
  const std::unique_ptr<lua_State, decltype(&lua_close)> state(luaL_newstate(), &lua_close);
  if (!state) return "no memory for Lua's compiler";
  // A text with this beginning is compiled code, which Lua would accept without checking it.
  if (text.starts_with(LUA_SIGNATURE)) return std::string(name) + ": is compiled code, not the text of a script";
  // Slurm loads scripts with luaL_loadfile, which skips a first line that begins with `#`.
  if (text.starts_with('#')) text.remove_prefix(std::min(text.size(), text.find('\n')));
  const std::string chunk = "=" + std::string(name);
  if (luaL_loadbuffer(state.get(), text.data(), text.size(), chunk.c_str()) == 0) return {};
  std::size_t size = 0;
  const char* said = lua_tolstring(state.get(), -1, &size);
  return {said, size};
}

}  // namespace skiff
