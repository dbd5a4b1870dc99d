#include "embed/pattern.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <functional>
#include <random>
#include <set>

#include "check/schema.h"

namespace skiff::embed {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  return compile_pattern(pattern).automaton().matches(text);
}

std::string fault(std::string_view pattern) {
  try {
    compile_pattern(pattern);
    return "no fault";
  } catch (const BadPattern& bad) {
    return bad.what();
  }
}

TEST(Pattern, Matches) {
  EXPECT_TRUE(matches("^a(b|c)*d?$", "abcbc"));
  EXPECT_FALSE(matches("^a(b|c)*d?$", "abdd"));
  EXPECT_TRUE(matches("^$", ""));
  EXPECT_FALSE(matches("^$", "a"));
  EXPECT_TRUE(matches("^[a-c-]+$", "a-c"));
  EXPECT_FALSE(matches("^[^a-c]+$", "xbx"));
  EXPECT_TRUE(matches("^[^\\x00-\\x1f]*$", "\xC3\xA9 \xF0\x9F\x9A\xA4"));
  EXPECT_FALSE(matches("^[^\\x00-\\x1f]*$", "a\nb"));
  EXPECT_TRUE(matches("^x{2,4}$", "xxx"));
  EXPECT_FALSE(matches("^x{2,4}$", "x"));
  EXPECT_FALSE(matches("^x{2,4}$", "xxxxx"));
  EXPECT_TRUE(matches("^x{2,}$", "xxxxx"));
  EXPECT_TRUE(matches("^(a+)+$", std::string(5000, 'a')));
  EXPECT_FALSE(matches("^(a+)+$", std::string(5000, 'a') + "b"));
  EXPECT_FALSE(matches("^a$", "a\n"));
  EXPECT_FALSE(matches("^a.b$", "a\nb"));
}

TEST(Pattern, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(fault("a"), "pattern: must be ^...$");
  EXPECT_EQ(fault("^a|b$"), "pattern: put the branches of | in a group");
  EXPECT_EQ(fault("^(a$"), "pattern: ends too early");
  EXPECT_EQ(fault("^a)$"), "pattern: a bracket closes nothing");
  EXPECT_EQ(fault("^\\d$"), "pattern: \\d is not supported");
  EXPECT_EQ(fault("^(?:a)$"), "pattern: only plain groups are supported");
  EXPECT_EQ(fault("^a*?$"), "pattern: two counts in a row");
  EXPECT_EQ(fault("^a{3,2}$"), "pattern: a count is wrong");
  EXPECT_EQ(fault("^*$"), "pattern: unexpected *");
  EXPECT_EQ(fault("^[b-a]$"), "pattern: a range is upside down");
  EXPECT_EQ(fault("^[^a]{3}$"), "pattern: what matches more than ASCII can't be counted; use maxLength");
  EXPECT_EQ(fault("^\xC3\xA9$"), "pattern: only ASCII characters are supported");
}

// Texts that a pattern nearly matches: pieces of names, and single characters put in, taken out and changed.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> pieces = {"a",
                                                  "Z",
                                                  "0",
                                                  "9",
                                                  "-",
                                                  ".",
                                                  "_",
                                                  "/",
                                                  ":",
                                                  "abc",
                                                  "24.11-1",
                                                  "Mi",
                                                  "500m",
                                                  "s",
                                                  "7-00:00:00",
                                                  "/dev/nvidia[0-7]",
                                                  "UNLIMITED",
                                                  "YES:4",
                                                  "azure/X",
                                                  " ",
                                                  "\n",
                                                  "\xC3\xA9",
                                                  "10.0.0.0/8",
                                                  "sha256:",
                                                  "\"",
                                                  "$",
                                                  ",",
                                                  "@",
                                                  std::string(60, 'a')};
  std::string text;
  for (auto left = random() % 5; left-- > 0;) text += pieces[random() % pieces.size()];
  if (!text.empty() && random() % 3 == 0) text.erase(random() % text.size(), 1);
  return text;
}

TEST(Pattern, AgreesWithRe2OnEveryPatternOfTheSchema) {
  std::set<std::pair<std::string_view, const Automaton*>> patterns;
  std::set<const Schema*> seen;
  const std::function<void(const Schema*)> walk = [&](const Schema* schema) {
    if (!schema || !seen.insert(schema).second) return;
    if (!schema->pattern.empty()) patterns.emplace(schema->pattern, schema->automaton);
    if (!schema->key_pattern.empty()) patterns.emplace(schema->key_pattern, schema->key_automaton);
    for (const SchemaProperty& property : schema->properties) walk(property.schema);
    walk(schema->additional);
    walk(schema->items);
    for (const Schema* branch : schema->one_of) walk(branch);
  };
  walk(&cluster_schema());
  EXPECT_GT(patterns.size(), 10U);
  std::mt19937 random(7);  // NOLINT: the same texts each time
  std::vector<std::string> texts;
  for (int i = 0; i < 4'000; ++i) texts.push_back(random_text(random));
  int matched = 0;
  for (const auto& [pattern, automaton] : patterns) {
    ASSERT_NE(automaton, nullptr) << pattern;
    RE2::Options options;
    options.set_never_capture(true);
    const RE2 expression(re2::StringPiece(pattern.data(), pattern.size()), options);
    ASSERT_TRUE(expression.ok()) << pattern;
    for (const std::string& text : texts) {
      // A character taken out of the middle of its bytes is no text; the reader refuses it.
      const bool expected = RE2::PartialMatch(text, expression);
      if (expected) ++matched;
      const bool broken = text.find('\xC3') != std::string::npos || text.find('\xA9') != std::string::npos;
      if (broken && text.find("\xC3\xA9") == std::string::npos) continue;
      ASSERT_EQ(automaton->matches(text), expected) << pattern << " on " << text;
    }
  }
  EXPECT_GT(matched, 1'000);
}

}  // namespace
}  // namespace skiff::embed
