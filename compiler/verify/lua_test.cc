#include "verify/lua.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Lua, AcceptsOnlyLua51) {
  EXPECT_EQ(lua_fault("a.lua", "function f(x) return x % 2 == 0 end\n"), "");
  EXPECT_EQ(lua_fault("a.lua", "#!/usr/bin/lua\nreturn 1\n"), "")
      << "luaL_loadfile, which Slurm calls, skips this line too";
  EXPECT_EQ(lua_fault("a.lua", "#!/usr/bin/lua\nreturn )\n"), "a.lua:2: unexpected symbol near ')'");
  EXPECT_EQ(lua_fault("a.lua", "local x = 7 // 2\n"), "a.lua:1: unexpected symbol near '/'")
      << "Lua 5.3 added this operator";
  EXPECT_EQ(lua_fault("a.lua", "if x then\n"), "a.lua:2: 'end' expected (to close 'if' at line 1) near '<eof>'");
}

TEST(Lua, DoesNotRunTheScript) { EXPECT_EQ(lua_fault("a.lua", "while true do end\n"), ""); }

TEST(Lua, RefusesCompiledScripts) {
  EXPECT_EQ(lua_fault("a.lua", "\x1bLuaQ"), "a.lua: is compiled code, not the text of a script");
}

TEST(Lua, SurvivesDeepNesting) {
  const std::string deep(100000, '(');
  EXPECT_NE(lua_fault("a.lua", "x = " + deep), "");
}

}  // namespace
}  // namespace skiff
