#include "text/diff.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(UnifiedDiff, ShowsChangesWithContext) {
  EXPECT_EQ(unified_diff("a\n", "a\n"), "");
  EXPECT_EQ(unified_diff("", "a\n"), "@@ -1 +1 @@\n+a\n");
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n10\n11\n"),
            "@@ -2 +2 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n 9\n 10\n+11\n");
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n"),
            "@@ -1 +1 @@\n+0\n 1\n 2\n 3\n@@ -6 +7 @@\n 6\n 7\n 8\n-9\n");
  EXPECT_EQ(unified_diff("a\n", "a"), "@@ -1 +1 @@\n-a\n+a\n\\ no line end\n");
}

}  // namespace
}  // namespace skiff
