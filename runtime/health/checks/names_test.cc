#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using Names = CheckTest;

TEST_F(Names, UnresolvedNamesAreAWarning) {
  EXPECT_EQ(said(names(node)), "does not apply");
  node.settings.names = {"127.0.0.1", "localhost"};
  EXPECT_EQ(said(names(node)), "ok: 2 names");
  node.name = "no such name";
  node.settings.names = {"%n"};
  EXPECT_TRUE(said(names(node)).starts_with("warn: no such name: "));
}

}  // namespace
}  // namespace skiff::health
