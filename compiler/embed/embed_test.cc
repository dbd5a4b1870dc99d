// What the build embeds: that it is what stands in the repository, and that a fault in it ends the build with its
// place.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "embed/generate.h"
#include "embed/source.h"
#include "embedded/catalogue.h"
#include "embedded/files.h"
#include "embedded/templates.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string line_of(std::string_view text, std::uint32_t number) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < number; ++line) at = text.find('\n', at) + 1;
  return std::string(text.substr(at, text.find('\n', at) - at));
}

TEST(Embedded, FilesAreThoseOfTheRepository) {
  EXPECT_GE(files::all.size(), 3U);
  for (const EmbeddedFile* file : files::all) {
    EXPECT_EQ(file->text, contents(fs::path(SKIFF_REPOSITORY) / file->path)) << file->path;
  }
}

TEST(Embedded, TreesKnowWhereTheirNodesStand) {
  std::vector<const Template*> trees(templates::all.begin(), templates::all.end());
  trees.insert(trees.end(), catalogue::all.begin(), catalogue::all.end());
  EXPECT_GE(trees.size(), 5U);
  for (const Template* tree : trees) {
    const std::string text = contents(fs::path(SKIFF_REPOSITORY) / tree->path);
    ASSERT_FALSE(tree->nodes.empty());
    EXPECT_EQ(tree->nodes[0].size, tree->nodes.size()) << tree->path;
    for (const TemplateNode& node : tree->nodes) {
      EXPECT_NE(line_of(text, node.line).find(node.key), std::string::npos)
          << tree->path << ":" << node.line << " " << node.key;
      if (node.hole) {
        EXPECT_NE(line_of(text, node.line).find(node.text), std::string::npos) << tree->path << ":" << node.line;
      }
    }
  }
}

// A repository of one file, in a folder of its own.
class Embedding : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("skiff-embed-" + std::to_string(getpid()));
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  std::vector<std::string> file(const std::string& text, const std::string& name = "one.yaml") {
    std::ofstream(root_ / name, std::ios::binary) << text;
    return {name};
  }

  template <class Generate>
  std::string fault(Generate generate, const std::string& text) {
    try {
      generate(root_.string(), file(text));
      return "no fault";
    } catch (const embed::Fault& found) {
      return found.what();
    }
  }

  fs::path root_;
};

TEST_F(Embedding, WritesATemplateAsATable) {
  const embed::Generated out = embed::generate_templates(root_.string(), file("# About this file.\n"
                                                                              "\n"
                                                                              "# the kind\n"
                                                                              "kind: Pod\n"
                                                                              "spec:\n"
                                                                              "  # how many\n"
                                                                              "  # there are\n"
                                                                              "  count: <count>\n"
                                                                              "  port: 80\n"
                                                                              "  text: \"<no hole>\"\n"
                                                                              "  # all of them\n"
                                                                              "  items:\n"
                                                                              "  # the first\n"
                                                                              "  - name: \"80\"\n"
                                                                              "    on: true\n"
                                                                              "  - <more>\n",
                                                                              "a.b-c.yaml"));
  EXPECT_NE(out.header.find("extern const Template a_b_c;\n"), std::string::npos);
  const std::string table =
      "    {Value::Kind::map, 4, 11, \"\", \"\", \"\", false},\n"
      "    {Value::Kind::string, 4, 1, \"kind\", \"Pod\", \"the kind\", false},\n"
      "    {Value::Kind::map, 5, 9, \"spec\", \"\", \"\", false},\n"
      "    {Value::Kind::string, 8, 1, \"count\", \"<count>\", \"how many\\n\"\n    \"there are\", true},\n"
      "    {Value::Kind::integer, 9, 1, \"port\", \"80\", \"\", false},\n"
      "    {Value::Kind::string, 10, 1, \"text\", \"<no hole>\", \"\", false},\n"
      "    {Value::Kind::list, 12, 5, \"items\", \"\", \"all of them\", false},\n"
      "    {Value::Kind::map, 14, 3, \"\", \"\", \"the first\", false},\n"
      "    {Value::Kind::string, 14, 1, \"name\", \"80\", \"\", false},\n"
      "    {Value::Kind::boolean, 15, 1, \"on\", \"true\", \"\", false},\n"
      "    {Value::Kind::string, 16, 1, \"\", \"<more>\", \"\", true},\n";
  EXPECT_NE(out.source.find(table), std::string::npos) << out.source;
}

TEST_F(Embedding, RefusesTemplatesThatCouldMeanSomethingElse) {
  const auto with = [&](const std::string& text) { return fault(embed::generate_templates, text); };
  EXPECT_EQ(with("a:\nb: 1\n"), "one.yaml:1: error: a value is missing");
  EXPECT_EQ(with("a: 1\nb: yes\n"), "one.yaml:2: error: put \"yes\" in quotes, or write true or false");
  EXPECT_EQ(with("a: 1\na: 2\n"), "one.yaml:2: error: field \"a\" is given twice; keep one of the two");
  EXPECT_EQ(with("a: \"x\n").substr(0, 18), "one.yaml:1: error:");
  EXPECT_EQ(with("a: 1\n"), "no fault");
}

TEST_F(Embedding, SaysWhichFileCanNotBeRead) {
  try {
    embed::generate_files(root_.string(), {"nowhere.sh"});
    FAIL();
  } catch (const embed::Fault& found) {
    EXPECT_STREQ(found.what(), "nowhere.sh: error: can't be read");
  }
}

TEST(EmbedLiteral, SurvivesACompiler) {
  EXPECT_EQ(embed::literal("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(embed::literal("\?\?/"), "\"\\?\\?/\"");
  EXPECT_EQ(embed::literal("\t1\xC3\xA9"), "\"\\0111\\303\\251\"");
  EXPECT_EQ(embed::literal("a\nb\n"), "\"a\\n\"\n    \"b\\n\"");
}

// A schema with one property `a`.
std::string schema(const std::string& property, const std::string& more = "") {
  return "{\"type\": \"object\", \"additionalProperties\": false" + more + ", \"properties\": {\n\"a\": " + property +
         "}}\n";
}

TEST_F(Embedding, RefusesSchemasThatTheTablesCanNotHold) {
  const auto with = [&](const std::string& text) { return fault(embed::generate_schema, text); };
  const std::string text = "\"description\": \"A.\", \"type\": \"string\"";
  EXPECT_EQ(with(schema("{" + text + "}")), "no fault");
  EXPECT_EQ(with(schema("{" + text + ", \"patern\": \"^a$\"}")),
            "one.yaml:2: error: keyword \"patern\" is misspelt or not supported; see compiler/embed/schema.cc and "
            "compiler/check/schema.h");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"anyOf\": []}")).substr(0, 34),
            "one.yaml:2: error: keyword \"anyOf\"");
  EXPECT_EQ(with(schema("{" + text + ", \"pattern\": \"^a$\"}")),
            "one.yaml:2: error: a pattern needs x-expect: \"must ...\", which is what a user is told");
  EXPECT_EQ(with(schema("{" + text + ", \"pattern\": \"a\", \"x-expect\": \"must a\"}")),
            "one.yaml:2: error: a pattern must cover the whole value: ^...$");
  EXPECT_EQ(with(schema("{" + text + ", \"minimum\": 1}")), "one.yaml:2: error: minimum says nothing about this type");
  EXPECT_EQ(with(schema("{" + text + ", \"maxLength\": 1.5}")), "one.yaml:2: error: maxLength must be a whole number");
  EXPECT_EQ(with(schema("{\"description\": \"A.\"}")), "one.yaml:2: error: a schema needs a type, oneOf or $ref");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"type\": \"text\"}")), "one.yaml:2: error: no such type: text");
  EXPECT_EQ(with(schema("{\"type\": \"string\"}")), "one.yaml:2: error: property \"a\" needs a description");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"type\": \"object\"}")),
            "one.yaml:2: error: an object must say additionalProperties: false, or their schema");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"type\": \"array\"}")), "one.yaml:2: error: an array needs items");
  EXPECT_EQ(with(schema("{" + text + ", \"default\": []}")), "one.yaml:2: error: a default must be a scalar");
  EXPECT_EQ(with(schema("{" + text + "}", ", \"required\": [\"b\"]")),
            "one.yaml:1: error: required, but not among the properties");
  EXPECT_EQ(with(schema("{\"$ref\": \"#/definitions/b\"}")),
            "one.yaml:2: error: $ref must name an entry of #/definitions/");
  EXPECT_EQ(with(schema("{\"$ref\": \"#/definitions/b\", \"title\": \"B\"}")),
            "one.yaml:2: error: draft-07 ignores what stands beside $ref");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"oneOf\": [{\"type\": \"string\"}, {\"type\": \"string\"}]}")),
            "one.yaml:2: error: branches of oneOf must differ in type");
  // Left to valijson: a keyword of the right name and the wrong type.
  EXPECT_NE(with(schema("{" + text + ", \"enum\": 3}")).find("not a JSON Schema"), std::string::npos);
}

TEST_F(Embedding, SharesDefinitions) {
  const std::string text =
      "{\"type\": \"object\", \"additionalProperties\": false,\n"
      " \"definitions\": {\"name\": {\"description\": \"N.\", \"type\": \"string\"}},\n"
      " \"properties\": {\"a\": {\"$ref\": \"#/definitions/name\"}, \"b\": {\"$ref\": \"#/definitions/name\"}}}\n";
  const embed::Generated out = embed::generate_schema(root_.string(), file(text));
  EXPECT_NE(out.source.find("{\"a\", &s1, false},\n    {\"b\", &s1, false},"), std::string::npos) << out.source;
  EXPECT_NE(out.source.find("s1 = {\n    .types = 1,\n    .line = 2,"), std::string::npos) << out.source;
}

}  // namespace
}  // namespace skiff
