// The schema of clusters itself: its examples and defaults have to pass it, and its patterns have to be understood.
#include "check/schema.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "check/checker.h"
#include "check/pattern.h"
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

TEST(ClusterSchema, KnowsItsLines) {
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

TEST(ClusterSchema, HasPatternsThatRe2Understands) {
  Patterns patterns;
  each_schema([&](const Schema& schema) {
    for (const std::string_view pattern : {schema.pattern, schema.key_pattern}) {
      if (pattern.empty()) continue;
      EXPECT_NO_THROW(patterns.matches(pattern, "x")) << pattern;
    }
  });
}

// `value` as if it stood in a spec. Texts in the tables have lost their quotes.
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

TEST(ClusterSchema, PassesItsOwnExamplesAndDefaults) {
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
