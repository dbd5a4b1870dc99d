// Tests the schema of clusters itself: its examples and defaults must match it, and its generated matchers must agree
// with its patterns.
#include "check/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "check/checker.h"
#include "diag/wording.h"
#include "embedded/files.h"
#include "read/reader.h"

namespace skiff {
namespace {

void each_schema(const std::function<void(const Schema&)>& visit) {
  std::set<const Schema*> seen;
  const std::function<void(const Schema*)> walk = [&](const Schema* schema) {
    if (!schema || !seen.insert(schema).second) return;
    visit(*schema);
    for (const SchemaProperty& property : schema->properties) walk(property.schema);
    walk(schema->additional);
    walk(schema->items);
    for (const Schema* branch : schema->one_of) walk(branch);
  };
  walk(&cluster_schema());
}

TEST(ClusterSchema, HasTheFieldsOfItsFile) {
  const SchemaProperty* spec = cluster_schema().property("spec");
  ASSERT_NE(spec, nullptr);
  EXPECT_TRUE(spec->required);
  const SchemaProperty* sets = spec->schema->property("nodeSets");
  ASSERT_NE(sets, nullptr);
  EXPECT_EQ(sets->schema->types, Schema::array);
  ASSERT_NE(sets->schema->items, nullptr);
  EXPECT_TRUE(sets->schema->items->property("name")->required);
  EXPECT_EQ(cluster_schema().property("zebra"), nullptr);
  EXPECT_EQ(cluster_schema().property("apiVersion")->schema->enumeration.size(), 1U);
}

TEST(ClusterSchema, SchemasKnowTheirLines) {
  const std::string_view text = files::schema_cluster_schema_json.text;
  int schemas = 0;
  each_schema([&](const Schema& schema) {
    ++schemas;
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < schema.line; ++line) at = text.find('\n', at) + 1;
    EXPECT_NE(text.substr(at, text.find('\n', at) - at).find('{'), std::string_view::npos) << schema.line;
  });
  EXPECT_GT(schemas, 100);
}

// Short texts of all kinds of characters, texts with lengths around every limit, and the examples with one character
// removed or added.
std::set<std::string> texts_to_match() {
  constexpr std::string_view characters = "aZ09-_./:,[]()@+ \t\x1f\x7f\"'#\\`$!%{}|^=m";
  std::set<std::string> texts = {"", std::string("a\0", 2), std::string("\0", 1), std::string("a\0a", 3)};
  for (const char first : characters) {
    texts.insert({first});
    for (const char second : characters) texts.insert({first, second});
  }
  for (std::size_t length = 3; length < 70; ++length) {
    texts.insert(std::string(length, 'a'));
    texts.insert(std::string(length, '1'));
    texts.insert("a:" + std::string(length, '!') + std::string(length, '~'));
  }
  each_schema([&](const Schema& schema) {
    for (const std::string_view example : schema.examples) {
      const std::string text(example.substr(0, 100));
      texts.insert(text);
      // If the example is a map: its keys and values.
      for (std::size_t begin = 0, end; (begin = text.find_first_not_of("{\": ,}", begin)) != text.npos; begin = end) {
        end = std::min(text.find_first_of("\": ,}", begin), text.size());
        texts.insert(text.substr(begin, end - begin));
      }
      for (std::size_t at = 0; at < text.size(); ++at) {
        texts.insert(std::string(text).erase(at, 1));
        for (const char other : {'-', '.', '/', 'a', '0', ':', ' '})
          texts.insert(std::string(text).insert(at, 1, other));
      }
    }
  });
  return texts;
}

// The build turns the patterns into code with re2c. std::regex must give the same results.
TEST(ClusterSchema, MatchersAgreeWithTheirPatterns) {
  std::map<std::string_view, Pattern> patterns;
  each_schema([&](const Schema& schema) {
    for (const Pattern& pattern : {schema.pattern, schema.key_pattern}) {
      EXPECT_EQ(pattern.text.empty(), pattern.matches == nullptr);
      if (pattern.matches) patterns.emplace(pattern.text, pattern);
    }
  });
  EXPECT_GT(patterns.size(), 20U);
  const std::set<std::string> texts = texts_to_match();
  for (const auto& [text, pattern] : patterns) {
    const std::regex expression{std::string(text)};
    std::size_t matched = 0;
    for (const std::string& value : texts) {
      const bool expected = std::regex_match(value, expression);
      matched += expected;
      ASSERT_EQ(pattern.matches(value), expected) << text << " on " << testing::PrintToString(value);
    }
    EXPECT_GT(matched, 0U) << text;
    EXPECT_LT(matched, texts.size()) << text;
  }
}

// The error that `value` gives in a spec, or empty. Tries it with and without quotes, because the tables store texts
// without their quotes.
std::string fault(const Schema& schema, std::string_view value) {
  for (const bool quoted : {false, true}) {
    Node node;
    if (!value.empty() && (value[0] == '{' || value[0] == '[')) {
      node = read(value).root;
    } else {
      node = {.kind = Node::Kind::scalar, .quoted = quoted, .text = std::string(value)};
    }
    const Diagnostics found = check(node, schema);
    if (found.empty()) return {};
    if (quoted) return wording(found.front());
  }
  return {};
}

TEST(ClusterSchema, AcceptsItsOwnExamplesAndDefaults) {
  int values = 0;
  each_schema([&](const Schema& schema) {
    for (const std::string_view example : schema.examples) {
      EXPECT_EQ(fault(schema, example), "") << "line " << schema.line << ", example " << example;
      ++values;
    }
    if (!schema.has_preset) return;
    EXPECT_EQ(fault(schema, schema.preset), "") << "line " << schema.line << ", default " << schema.preset;
    ++values;
  });
  EXPECT_GT(values, 100);
}

}  // namespace
}  // namespace skiff
