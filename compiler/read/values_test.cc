#include "read/values.h"

#include <gtest/gtest.h>

#include "compile.h"
#include "testing/examples.h"
#include "tree/json.h"

namespace skiff {
namespace {

std::string json(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

std::string_view place(std::string_view text, const Value& value) {
  const Span span = value.origin.sources().at(0).span;
  return text.substr(span.begin, span.end - span.begin);
}

TEST(ReadValues, KnowTheirLocations) {
  const std::string text =
      "# first\nkind: Secret\n---\n---\nkind: Service\nspec:\n  ports: [80, \"80\"]\n  on: true\n  none: null\n";
  const ReadValues read = read_values(text);
  EXPECT_TRUE(read.diagnostics.empty());
  ASSERT_EQ(read.documents.size(), 2u);
  EXPECT_EQ(
      json(read.documents[1]),
      "{\n  \"kind\": \"Service\",\n  \"spec\": {\n    \"ports\": [\n      80,\n      \"80\"\n    ],\n    \"on\": true\n  }\n}");
  EXPECT_EQ(place(text, *read.documents[1].find("kind")), "Service");
  EXPECT_EQ(place(text, read.documents[1].at({"spec", "ports"})->items[0]), "80");
}

TEST(ReadValues, AreStringsWhereReadersDisagree) {
  const ReadValues read = read_values("a: 0755\nb: +1\nc: 1.5\nd: 99999999999999999999\ne: -7\n");
  ASSERT_EQ(read.documents.size(), 1u);
  for (const char* key : {"a", "b", "c", "d"}) EXPECT_EQ(read.documents[0].find(key)->kind, Value::Kind::string) << key;
  EXPECT_EQ(read.documents[0].find("e")->number, -7);
}

TEST(ReadValues, DiagnosticsHaveSpansInTheCompleteText) {
  const std::string text = "a: 1\n---\nb: 1\nb: 2\n";
  const ReadValues read = read_values(text);
  ASSERT_EQ(read.diagnostics.size(), 1u);
  EXPECT_EQ(read.diagnostics[0].span.begin, text.rfind('b'));
}

class ReadBack : public ::testing::TestWithParam<testing::Example> {};

// Reading a file that skiff wrote gives the objects that it was written from.
TEST_P(ReadBack, EqualsTheWrittenObjects) {
  const Compilation compilation = compile(GetParam().text, testing::spec_files(GetParam()));
  for (const ObjectFile& written : compilation.bundle.objects) {
    const auto file = std::ranges::find(compilation.bundle.files, written.path, &OutputFile::path);
    ASSERT_NE(file, compilation.bundle.files.end()) << written.path;
    const ReadValues read = read_values(file->text);
    ASSERT_TRUE(read.diagnostics.empty()) << written.path << ": " << read.diagnostics.front().message;
    ASSERT_EQ(read.documents.size(), written.objects.size()) << written.path;
    for (std::size_t i = 0; i < written.objects.size(); ++i) {
      ASSERT_EQ(json(read.documents[i]), json(written.objects[i])) << written.path;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, ReadBack, ::testing::ValuesIn(testing::examples()),
                         [](const auto& tested) { return testing::test_name(tested.param); });

}  // namespace
}  // namespace skiff
