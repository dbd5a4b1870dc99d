#include "verify/lua.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <lua.hpp>
#include <memory>
#include <vector>

namespace skiff {
namespace {

// Reads the compiled form of a script, which lua_dump has just written (Lua 5.1: ldump.c, lopcodes.h). It is that of
// this machine, so numbers have the size and order of the C types.
class Compiled {
 public:
  Compiled(const std::string& code, LuaScript& script) : rest_(code), script_(script) {
    skip(header);
    function();
  }

 private:
  static constexpr std::size_t header = 12;
  static constexpr std::uint32_t get_global = 5, set_global = 7;

  void skip(std::size_t bytes) { rest_.remove_prefix(std::min(bytes, rest_.size())); }

  template <class T>
  T take() {
    T value{};
    std::memcpy(&value, rest_.data(), std::min(sizeof value, rest_.size()));
    skip(sizeof value);
    return value;
  }

  std::size_t count() { return static_cast<std::size_t>(take<int>()); }

  // A string ends with a zero byte, which its size includes. A missing string has the size 0.
  std::string_view string() {
    const auto size = take<std::size_t>();
    const std::string_view text = rest_.substr(0, size ? size - 1 : 0);
    skip(size);
    return text;
  }

  // One constant: the text of a string, otherwise nothing.
  std::string_view constant() {
    const auto type = take<unsigned char>();
    if (type == LUA_TSTRING) return string();
    if (type == LUA_TBOOLEAN) skip(1);
    if (type == LUA_TNUMBER) skip(sizeof(lua_Number));
    return {};
  }

  void function() {
    string();               // the name of the chunk
    skip(2 * sizeof(int));  // lines
    skip(4);                // numbers of upvalues, parameters and registers
    std::vector<std::uint32_t> code(count());
    for (std::uint32_t& instruction : code) instruction = take<std::uint32_t>();
    std::vector<std::string_view> constants(count());
    for (std::string_view& each : constants) each = constant();
    for (const std::uint32_t instruction : code) use(instruction & 0x3f, constants, instruction >> 14);
    for (std::size_t inner = count(); inner > 0; --inner) function();
    skip(count() * sizeof(int));  // the line of each instruction
    for (std::size_t locals = count(); locals > 0; --locals) {
      string();
      skip(2 * sizeof(int));
    }
    for (std::size_t upvalues = count(); upvalues > 0; --upvalues) string();
  }

  void use(std::uint32_t operation, const std::vector<std::string_view>& constants, std::size_t index) {
    constexpr std::array<std::string_view, 8> doors = {"_G",   "require",    "dofile",  "loadfile",
                                                       "load", "loadstring", "setfenv", "module"};
    if ((operation != get_global && operation != set_global) || index >= constants.size()) return;
    if (operation == set_global) script_.globals.emplace(constants[index]);
    script_.may_have_more = script_.may_have_more || std::ranges::find(doors, constants[index]) != doors.end();
  }

  std::string_view rest_;
  LuaScript& script_;
};

int append(lua_State*, const void* part, std::size_t size, void* code) {
  static_cast<std::string*>(code)->append(static_cast<const char*>(part), size);
  return 0;
}

}  // namespace

LuaScript compile_lua(std::string_view name, std::string_view text) {
  LuaScript script;
  const std::unique_ptr<lua_State, decltype(&lua_close)> state(luaL_newstate(), &lua_close);
  if (!state) {
    script.fault = "no memory for Lua's compiler";
    return script;
  }
  // A text with this beginning is compiled code, which Lua would accept without checking it.
  if (text.starts_with(LUA_SIGNATURE)) {
    script.fault = std::string(name) + ": is compiled code, not the text of a script";
    return script;
  }
  // Slurm loads scripts with luaL_loadfile, which skips a first line that begins with `#`.
  if (text.starts_with('#')) text.remove_prefix(std::min(text.size(), text.find('\n')));
  const std::string chunk = "=" + std::string(name);
  if (luaL_loadbuffer(state.get(), text.data(), text.size(), chunk.c_str()) != 0) {
    std::size_t size = 0;
    const char* const said = lua_tolstring(state.get(), -1, &size);
    script.fault = {said, size};
    return script;
  }
  std::string code;
  lua_dump(state.get(), append, &code);
  Compiled(code, script);
  return script;
}

}  // namespace skiff
