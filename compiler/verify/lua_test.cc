#include "verify/lua.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

std::string fault_of(std::string_view text) { return compile_lua("a.lua", text).fault; }

// The global names to which a script assigns, and `…` if it may assign to more.
std::string globals_of(std::string_view text) {
  const LuaScript script = compile_lua("a.lua", text);
  std::string all;
  for (const std::string& name : script.globals) all += name + ' ';
  return all + (script.may_have_more ? "…" : "");
}

TEST(Lua, AcceptsOnlyLua51) {
  EXPECT_EQ(fault_of("function f(x) return x % 2 == 0 end\n"), "");
  EXPECT_EQ(fault_of("#!/usr/bin/lua\nreturn 1\n"), "") << "luaL_loadfile, which Slurm calls, skips this line too";
  EXPECT_EQ(fault_of("#!/usr/bin/lua\nreturn )\n"), "a.lua:2: unexpected symbol near ')'");
  EXPECT_EQ(fault_of("local x = 7 // 2\n"), "a.lua:1: unexpected symbol near '/'") << "Lua 5.3 added this operator";
  EXPECT_EQ(fault_of("if x then\n"), "a.lua:2: 'end' expected (to close 'if' at line 1) near '<eof>'");
}

TEST(Lua, DoesNotRunTheScript) { EXPECT_EQ(fault_of("while true do end\n"), ""); }

TEST(Lua, RefusesCompiledScripts) {
  EXPECT_EQ(fault_of("\x1bLuaQ"), "a.lua: is compiled code, not the text of a script");
}

TEST(Lua, SurvivesDeepNesting) {
  const std::string deep(100000, '(');
  EXPECT_NE(fault_of("x = " + deep), "");
}

TEST(Lua, SeesTheGlobalNames) {
  EXPECT_EQ(globals_of("function f() end\ng = function() end\nlocal h = 1\n"), "f g ");
  EXPECT_EQ(globals_of("-- function f() end\n--[[ g = 1 ]]\nlocal s = 'function h()'\nlocal function i() end\nk()\n"),
            "");
  EXPECT_EQ(globals_of("local t = {f = 1}\nfunction t.g() end\nfunction t:h() t.i = 2.5 end\nreturn nil, true\n"), "");
  EXPECT_EQ(globals_of("local a = 1\nlocal function f() local b = a; return function() c = b end end\nd = f\n"),
            "c d ");
  EXPECT_EQ(globals_of("_G['f'] = function() end\n"), "…");
  EXPECT_EQ(globals_of("require 'site'\nfunction f() end\n"), "f …");
}

}  // namespace
}  // namespace skiff
