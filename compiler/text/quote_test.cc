#include "text/quote.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

using namespace std::string_literals;

TEST(Quote, EscapesQuotesBackslashesAndControlCharacters) {
  EXPECT_EQ(quote(""), "\"\"");
  EXPECT_EQ(quote("a \"b\" \\c"), R"("a \"b\" \\c")");
  EXPECT_EQ(quote("\n\t\r\x1b\x7f"), R"("\n\t\r\x1b\x7f")");
}

TEST(OneLine, EscapesOnlyControlCharacters) {
  EXPECT_EQ(one_line("missing \":\" after \"a\tb\x00\""s), R"(missing ":" after "a\tb\x00")");
}

TEST(Quote, TruncatesLongTextBetweenCodePoints) {
  EXPECT_EQ(quote(std::string(80, 'a')), "\"" + std::string(80, 'a') + "\"");
  EXPECT_EQ(quote(std::string(81, 'a')), "\"" + std::string(80, 'a') + "...\"");
  std::string umlauts, eighty;
  for (int i = 0; i < 81; ++i) umlauts += "\u00e4";
  for (int i = 0; i < 80; ++i) eighty += "\u00e4";
  EXPECT_EQ(quote(umlauts), "\"" + eighty + "...\"");
}

}  // namespace
}  // namespace skiff
