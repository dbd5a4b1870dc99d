#include "text/split.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace skiff {
namespace {

using Texts = std::vector<std::string>;

Texts parts(std::string_view text) {
  Texts found;
  for (const std::string_view part : Parts(text, ',')) found.emplace_back(part);
  return found;
}

TEST(Split, HasOneMorePartThanSeparators) {
  EXPECT_EQ(parts(""), Texts{""});
  EXPECT_EQ(parts("a"), Texts{"a"});
  EXPECT_EQ(parts(","), (Texts{"", ""}));
  EXPECT_EQ(parts("a,,b"), (Texts{"a", "", "b"}));
  EXPECT_EQ(parts("a,b,"), (Texts{"a", "b", ""}));
}

Texts lines(std::string_view text) {
  Texts found;
  while (!text.empty()) found.emplace_back(take_until(text, '\n'));
  return found;
}

TEST(Split, TheLastLineNeedsNoNewline) {
  EXPECT_EQ(lines(""), Texts{});
  EXPECT_EQ(lines("a\n\nb"), (Texts{"a", "", "b"}));
  EXPECT_EQ(lines("a\n\nb\n"), (Texts{"a", "", "b"}));
  EXPECT_EQ(lines("\n"), Texts{""});
}

}  // namespace
}  // namespace skiff
