#include "plan/verdict.h"

#include <gtest/gtest.h>

namespace jail {
namespace {

TEST(Verdict, UsersAreJailedByDefault) {
  EXPECT_EQ(judge({}, {}, {.uid = 0}), Verdict::jail);
  EXPECT_EQ(judge({{1}, {}}, {{2}, {}}, {.uid = 3, .groups = {3}}), Verdict::jail);
}

TEST(Verdict, ExemptUsersGroupsAndJobsAreNotJailed) {
  EXPECT_EQ(judge({{1}, {}}, {}, {.uid = 1}), Verdict::exempt);
  EXPECT_EQ(judge({{}, {5}}, {}, {.uid = 1, .groups = {4, 5}}), Verdict::exempt);
  EXPECT_EQ(judge({}, {}, {.uid = 1, .exempt_job = true}), Verdict::exempt);
}

TEST(Verdict, OnlyAllowedUsersMayUseNoJail) {
  EXPECT_EQ(judge({}, {{1}, {}}, {.uid = 1, .asks_no_jail = true}), Verdict::exempt);
  EXPECT_EQ(judge({}, {{1}, {}}, {.uid = 1}), Verdict::jail);
  EXPECT_EQ(judge({}, {{1}, {7}}, {.uid = 2, .groups = {6}, .asks_no_jail = true}), Verdict::refuse);
}

TEST(Verdict, PartitionsAndAccountsExemptJobsByName) {
  EXPECT_TRUE(exempt_job({"a", "b"}, {}, "b", nullptr));
  EXPECT_TRUE(exempt_job({}, {"x"}, "b", "x"));
  EXPECT_FALSE(exempt_job({"a"}, {"x"}, "x", "a"));
  EXPECT_FALSE(exempt_job({"a"}, {"x"}, nullptr, nullptr));
}

}  // namespace
}  // namespace jail
