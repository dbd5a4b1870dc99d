#include "text/assignment.h"

#include <gtest/gtest.h>

#include <string>

namespace skiff {
namespace {

std::string field(std::string_view text) {
  const auto found = assignment(text);
  return found ? std::string(found->name) + ": " + std::string(found->value) : "";
}

TEST(Assignment, IsANameAndAValue) {
  EXPECT_EQ(field("MaxJobCount=50000"), "MaxJobCount: 50000");
  EXPECT_EQ(field("MaxJobCount = 50000"), "MaxJobCount: 50000");
  EXPECT_EQ(field("port:22"), "port: 22");
  EXPECT_EQ(field("PriorityFlags=a,b=c"), "PriorityFlags: a,b=c");
  EXPECT_EQ(field("registry=https://a/b"), "registry: https://a/b");
}

TEST(Assignment, IsNothingElse) {
  for (const char* text : {"", "word", "two words", "=", "a=", "=b", "1-12:30", "https://a/b", "a=[b", "a=b: c",
                           "a=b # c", "two words=b", "a=1 b=2", "a='b'", "a=b\nc"})
    EXPECT_EQ(field(text), "") << text;
}

}  // namespace
}  // namespace skiff
