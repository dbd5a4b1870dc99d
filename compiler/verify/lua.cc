#include "verify/lua.h"

#include <algorithm>
#include <lua.hpp>
#include <memory>

namespace skiff {

std::string lua_fault(std::string_view name, std::string_view text) {
  const std::unique_ptr<lua_State, decltype(&lua_close)> state(luaL_newstate(), &lua_close);
  if (!state) return "no memory for Lua's compiler";
  // What begins so was compiled already, and would be taken unseen.
  if (text.starts_with(LUA_SIGNATURE)) return std::string(name) + ": is no text of a script";
  // luaL_loadfile, by which Slurm loads it, passes over a first line for the kernel.
  if (text.starts_with('#')) text.remove_prefix(std::min(text.size(), text.find('\n')));
  const std::string chunk = "=" + std::string(name);
  if (luaL_loadbuffer(state.get(), text.data(), text.size(), chunk.c_str()) == 0) return {};
  std::size_t size = 0;
  const char* said = lua_tolstring(state.get(), -1, &size);
  return {said, size};
}

}  // namespace skiff
