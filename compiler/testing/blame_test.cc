#include "testing/blame.h"

#include <gtest/gtest.h>

namespace skiff::testing {
namespace {

using Lines = std::vector<std::pair<std::string, Span>>;

constexpr Span leaf{10, 12};
constexpr Span other{20, 22};
constexpr Span moved{10, 15};

OutputFile file(std::string path, const Lines& lines) {
  OutputFile made;
  made.path = std::move(path);
  for (const auto& [text, span] : lines) made.line(text, Origin::spec(span) | Origin::fixed("template", 1));
  return made;
}

std::vector<std::string> unexplained(const FileSet& before, const FileSet& after) {
  const Blame found = blame({before, {leaf}}, {after, {moved}});
  std::vector<std::string> lines;
  for (const std::string& line : found.gone) lines.push_back("gone: " + line);
  for (const std::string& line : found.added) lines.push_back("added: " + line);
  return lines;
}

using Found = std::vector<std::string>;

TEST(Blame, AChangedLineMustNameTheLeafInBothVersions) {
  EXPECT_EQ(unexplained({file("f", {{"a", leaf}, {"b", other}})}, {file("f", {{"x", moved}, {"b", other}})}), Found{});
  EXPECT_EQ(unexplained({file("f", {{"a", leaf}})}, {file("f", {{"x", other}})}), Found{"added: f: x"});
  EXPECT_EQ(unexplained({file("f", {{"a", other}})}, {file("f", {{"x", moved}})}), Found{"gone: f: a"});
  // A span that is larger than the leaf does not count, because it could name everything.
  EXPECT_EQ(unexplained({file("f", {{"a", {0, 90}}})}, {file("f", {{"x", moved}})}), Found{"gone: f: a"});
}

TEST(Blame, CountsLines) {
  EXPECT_EQ(unexplained({file("f", {{"a", leaf}})}, {file("f", {{"a", moved}, {"a", moved}})}), Found{});
  EXPECT_EQ(unexplained({file("f", {{"a", leaf}})}, {file("f", {{"a", moved}, {"a", other}, {"a", other}})}),
            Found{"added: f: a"});
  EXPECT_EQ(unexplained({file("f", {{"a", other}, {"b", other}})}, {file("f", {{"b", other}, {"a", other}})}), Found{});
}

TEST(Blame, FilesMayChangeTheirNames) {
  EXPECT_EQ(unexplained({file("a", {{"same", other}, {"name: a", leaf}})},
                        {file("x", {{"same", other}, {"name: x", moved}})}),
            Found{});
  EXPECT_EQ(unexplained({}, {file("x", {{"made", other}})}), Found{"added: added or removed files: made"});
}

TEST(Blame, ReportsWhetherAnythingChanged) {
  const FileSet same{file("f", {{"a", leaf}})};
  EXPECT_FALSE(blame({same, {leaf}}, {same, {leaf}}).changed);
  EXPECT_TRUE(blame({same, {leaf}}, {{}, {leaf}}).changed);
}

}  // namespace
}  // namespace skiff::testing
