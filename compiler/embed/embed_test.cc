// Tests that the build embeds the files of the repository unchanged, and that an error in one of them stops the build
// with its location.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "embed/generate.h"
#include "embed/source.h"
#include "embedded/files.h"
#include "embedded/templates.h"
#include "testing/repository.h"

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

TEST(Embedded, FilesEqualThoseOfTheRepository) {
  EXPECT_GE(files::all.size(), 3U);
  for (const EmbeddedFile* file : files::all) {
    EXPECT_EQ(file->text, contents(testing::repository() / file->path)) << file->path;
  }
}

TEST(Embedded, TemplateNodesKnowTheirLines) {
  EXPECT_GE(templates::all.size(), 5U);
  for (const Template* tree : templates::all) {
    const std::string text = contents(testing::repository() / tree->path);
    ASSERT_FALSE(tree->nodes.empty());
    EXPECT_EQ(tree->nodes[0].size, tree->nodes.size()) << tree->path;
    for (const TemplateNode& node : tree->nodes) {
      EXPECT_NE(line_of(text, node.line).find(node.key), std::string::npos)
          << tree->path << ":" << node.line << " " << node.key;
      if (node.placeholder) {
        EXPECT_NE(line_of(text, node.line).find(node.text), std::string::npos) << tree->path << ":" << node.line;
      }
    }
  }
}

// A repository with one file, in a temporary directory.
class Embedding : public ::testing::Test {
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

TEST_F(Embedding, RefusesAmbiguousTemplates) {
  const auto with = [&](const std::string& text) { return fault(embed::generate_templates, text); };
  EXPECT_EQ(with("a:\nb: 1\n"), "one.yaml:1: error: a value is missing");
  EXPECT_EQ(with("a: 1\nb: yes\n"), "one.yaml:2: error: put \"yes\" in quotes, or write true or false");
  EXPECT_EQ(with("a: 1\na: 2\n"), "one.yaml:2: error: field \"a\" is given twice; merge the two, or keep one");
  EXPECT_EQ(with("a: \"x\n").substr(0, 18), "one.yaml:1: error:");
  EXPECT_EQ(with("a: 1\n"), "no fault");
}

TEST_F(Embedding, NamesAFileThatCannotBeRead) {
  try {
    embed::generate_files(root_.string(), {"nowhere.sh"});
    FAIL();
  } catch (const embed::Fault& found) {
    EXPECT_STREQ(found.what(), "nowhere.sh: error: can't be read");
  }
}

TEST_F(Embedding, WritesEachParagraphOfARuleAsOneLine) {
  const embed::Generated out =
      embed::generate_rules(root_.string(), file("Two lines\nof one.\n\nAnd `more`.\n", "SKF306.md"));
  EXPECT_NE(out.source.find("    {\"SKF306\", \"Two lines of one.\\n\"\n    \"\\n\"\n    \"And `more`.\"},\n"),
            std::string::npos)
      << out.source;
  EXPECT_EQ(fault(embed::generate_rules, "\n"), "one.yaml:1: error: a rule has no text");
}

TEST_F(Embedding, WritesALayoutAsBlocks) {
  const embed::Generated out =
      embed::generate_layouts(root_.string(), file("# About.\n\n# Who.\n# Why.\nA\n*\n", "x.conf"));
  EXPECT_NE(out.header.find("extern const Layout x_conf;\n"), std::string::npos) << out.header;
  EXPECT_NE(out.source.find("x_conf_1_comments[] = {\n    {\"# Who.\", 3},\n    {\"# Why.\", 4},\n};"),
            std::string::npos);
  EXPECT_NE(out.source.find("x_conf_1_keys[] = {\n    \"A\",\n    \"*\",\n};"), std::string::npos);
  EXPECT_NE(
      out.source.find("x_conf_blocks[] = {\n    {x_conf_0_comments, {}},\n    {x_conf_1_comments, x_conf_1_keys},\n};"),
      std::string::npos)
      << out.source;
}

TEST_F(Embedding, WritesTheCatalogueAsRows) {
  const auto written = [&](const std::string& name, const std::string& text) {
    return embed::generate_catalogue(root_.string(), file(text, name)).source;
  };
  EXPECT_EQ(written("hardware.yaml", "a/b: {podCpus: 4,\n  memory: 8Gi}\n"),
            "#include \"tree/catalogue.h\"\n\nnamespace skiff::catalogue {\n\n"
            "constexpr Hardware hardware_rows[] = {\n"
            "    {.name = \"a/b\", .pod_cpus = Number{4, 1}, .memory = Text{\"8Gi\", 2}},\n"
            "};\n\n"
            "std::span<const Hardware> hardware() { return hardware_rows; }\n\n"
            "}  // namespace skiff::catalogue\n");
  const std::string health =
      written("health.yaml",
              "checks: [clock]\nthresholds:\n  links: 0\nmodels:\n  H100: {thresholds: {links: 18}}\n"
              "xids: {warn: [8, 11]}\n");
  EXPECT_NE(health.find("    {\"\", \"links\", Number{0, 3}},\n    {\"H100\", \"links\", Number{18, 5}},\n"),
            std::string::npos)
      << health;
  EXPECT_NE(health.find("    {\"\", 8, Xid::Level::warn},\n    {\"\", 11, Xid::Level::warn},\n"), std::string::npos)
      << health;
  EXPECT_NE(written("resources.yaml", "a.b/c: {kind: amd-gpu}\n").find("    {\"a.b/c\", Resource::Kind::amd_gpu},\n"),
            std::string::npos);
}

TEST_F(Embedding, WritesTheListsOfARowBeforeIt) {
  EXPECT_EQ(embed::generate_catalogue(
                root_.string(), file("kinds:\n  dcgm-diag:\n    gpus: 1\n    pairs: true\n    presets: {level: 2}\n"
                                     "    needs: [path]\n    command: [dcgmi, -r, 3]\n"
                                     "floors:\n  dcgm-diag:\n    a100: {gpus: 8, size: 16G, floor: 1 s}\n",
                                     "benchmarks.yaml"))
                .source,
            "#include \"tree/catalogue.h\"\n\nnamespace skiff::catalogue {\n\n"
            "constexpr BenchmarkKind::Preset dcgm_diag_presets[] = {\n    {\"level\", Text{\"2\", 5}},\n};\n\n"
            "constexpr std::string_view dcgm_diag_needs[] = {\n    \"path\",\n};\n\n"
            "constexpr Text dcgm_diag_command[] = {\n"
            "    Text{\"dcgmi\", 7},\n    Text{\"-r\", 7},\n    Text{\"3\", 7},\n};\n\n"
            "constexpr BenchmarkKind benchmark_kinds_rows[] = {\n"
            "    {.name = \"dcgm-diag\", .gpus = Number{1, 3}, .pairs = true, .presets = dcgm_diag_presets, "
            ".needs = dcgm_diag_needs, .command = dcgm_diag_command},\n"
            "};\n\n"
            "std::span<const BenchmarkKind> benchmark_kinds() { return benchmark_kinds_rows; }\n\n"
            "constexpr Floor floors_rows[] = {\n"
            "    {.kind = \"dcgm-diag\", .gpu = \"a100\", .gpus = Number{8, 10}, .size = Text{\"16G\", 10}, "
            ".floor = Text{\"1 s\", 10}},\n"
            "};\n\n"
            "std::span<const Floor> floors() { return floors_rows; }\n\n"
            "}  // namespace skiff::catalogue\n");
}

TEST_F(Embedding, RefusesAnInvalidCatalogue) {
  const auto told = [&](const std::string& name, const std::string& text) {
    return fault([&](const std::string& root, const auto&) { embed::generate_catalogue(root, file(text, name)); },
                 text);
  };
  EXPECT_EQ(told("cars.yaml", "a: 1\n"), "cars.yaml:1: error: unknown file; add it to compiler/embed/catalogue.cc");
  EXPECT_EQ(told("hardware.yaml", "a:\n  memory: [8]\n"), "hardware.yaml:2: error: must be a string or a number");
  EXPECT_EQ(told("gpus.yaml", "vendors: {}\ntypes:\n  a100: {vendor: nvidea}\n"), "gpus.yaml:3: error: unknown vendor");
  EXPECT_EQ(told("resources.yaml", "a/b: {}\n"), "resources.yaml:1: error: a resource needs a kind");
  EXPECT_EQ(told("benchmarks.yaml", "kinds:\n  a: {command: [[b]]}\nfloors: {}\n"),
            "benchmarks.yaml:2: error: must be a string or a number");
  EXPECT_EQ(told("sshd.yaml", "words: [Banner]\n"), "sshd.yaml:1: error: missing key keywords");
  EXPECT_EQ(told("health.yaml", "checks: [clock]\nlimits: {}\n"), "health.yaml:2: error: unknown key limits");
  EXPECT_EQ(told("health.yaml", "checks: [clock]\nxids: {ok: [1],\n  warn: [1]}\n"),
            "health.yaml:3: error: an Xid must not be listed twice");
}

TEST_F(Embedding, NamesTheInvalidRowOfATable) {
  const std::string columns = "file\tline\tkey\tvalue\tkind\tsince\tremoved\tsource\n";
  const auto parameters = file(
      "file\tline\tkey\ttype\tsince\tdefunct_since\tremoved\n"
      "slurm.conf\tNodeName\tCPUs\tuint16\t22.05.0\t-\t24.11.1\n"
      "slurm.conf\t-\tAuthType\tstring\t22.05.0\t-\t-\n",
      "parameters.tsv");
  const auto restarts = file(
      "file\tline\tkey\teffect\tsince\tremoved\tsource\n"
      "gres.conf\tName\tType\tall\t22.05.0\t24.05.0\tgres.conf(5)\n",
      "restart.tsv");
  const auto forms = file(
      "file\tline\tkey\tword\tform\tsince\tremoved\tsource\n"
      "slurm.conf\t-\tMaxJobCount\t-\t1..\t-\t-\tread_config.c\n",
      "forms.tsv");
  const auto companions = file(
      "file\tline\tkey\tword\trelation\tother_file\tother_line\tother_key\tother_word\tsince\tremoved\tsource\n"
      "slurm.conf\t-\tA\tx|y\texcludes\tslurm.conf\t-\tB\t-\t-\t-\tread_config.c\n",
      "companions.tsv");
  std::string written;
  const auto generate = [&](const std::string& root, const std::vector<std::string>& values) {
    written = embed::generate_slurm(root, {companions[0], forms[0], parameters[0], restarts[0], values[0]}).source;
  };
  const auto with = [&](const std::string& rows) { return fault(generate, rows); };
  EXPECT_EQ(with(columns + "slurm.conf\t-\tAuthType\tauth/munge\tone\t22.05.0\t-\tplugins\n"), "no fault");
  EXPECT_NE(
      written.find("{\"slurm.conf\", \"\", \"AuthType\", SlurmParameter::Type::text, 220500, 0, 0},\n"
                   "    {\"slurm.conf\", \"NodeName\", \"CPUs\", SlurmParameter::Type::uint16, 220500, 0, 241101},\n"),
      std::string::npos)
      << written;
  EXPECT_NE(written.find("\"auth/munge\", false, SlurmValue::Source::plugins, 220500, 0}"), std::string::npos)
      << written;
  EXPECT_NE(
      written.find(
          "{\"slurm.conf\", \"\", \"A\", \"x|y\", SlurmCompanion::Relation::excludes, \"slurm.conf\", \"\", \"B\", "
          "\"\", 0, 0}"),
      std::string::npos)
      << written;
  EXPECT_NE(written.find("SlurmForm::Kind::number, 1, INT64_MAX, \"\", 0, 0}"), std::string::npos) << written;
  EXPECT_NE(written.find("{\"gres.conf\", \"Name\", \"Type\", RestartRow::Effect::all, {22, 5}, {24, 5}}"),
            std::string::npos)
      << written;
  EXPECT_EQ(with(columns + "slurm.conf\t-\n"), "one.yaml:2: error: a row must have 8 cells");
  EXPECT_EQ(with(columns + "slurm.conf\t-\tA\ta\tone\t22.5\t-\tcode\n"),
            "one.yaml:2: error: not a release of Slurm: 22.5");
  EXPECT_EQ(with(columns + "slurm.conf\t-\tA\ta\tsome\t22.05.0\t-\tcode\n"),
            "one.yaml:2: error: unknown value in this column: some");
  EXPECT_EQ(with("file\tkey\tline\tvalue\tkind\tsince\tremoved\tsource\n"),
            "one.yaml:1: error: the columns differ from those that compiler/embed expects");
  EXPECT_EQ(with(columns), "error: no values");
}

TEST_F(Embedding, RefusesKubernetesFieldsThatTheTableCannotHold) {
  // Beside it is the table of kinds that Kubernetes does not define.
  const auto generate = [](const std::string& root, const std::vector<std::string>& paths) {
    return embed::generate_kubernetes(root, {"crds.json", paths[0]});
  };
  file(R"({"kinds": {"x/v1/X": "X"}, "types": {"X": {"pod": {"type": "ref", "ref": "Pod"}}}})", "crds.json");
  const auto with = [&](const std::string& field) {
    return fault(
        generate,
        R"({"versions": ["1.30", "1.36"], "kinds": {"v1/Pod": "Pod"}, "gated": {"Pod.gone": "Gone"},)"
        R"("types": {"Pod": {"a": {"type": "string", "enum": ["x"]}, "b": {"type": "array", "mergeKeys": ["n"],)"
        R"("items": {"type": "string"}}, "c": )" +
            field + "}}}");
  };
  EXPECT_EQ(with(R"({"type": "ref", "ref": "Pod"})"), "no fault");
  EXPECT_EQ(with(R"({"type": "ref", "ref": "Node"})"), "one.yaml:1: error: Pod.c: undefined type Node");
  EXPECT_EQ(with(R"({"type": "date"})"), "one.yaml:1: error: Pod.c: unknown type date");
  EXPECT_EQ(with(R"({"type": "string", "since": "2.0"})"), "one.yaml:1: error: not a version of Kubernetes: 2.0");
  EXPECT_EQ(with("nothing").substr(0, 27), "one.yaml:1: error: [json.ex");
  file(R"({"kinds": {}})", "crds.json");
  EXPECT_EQ(with(R"({"type": "string"})").substr(0, 27), "one.yaml:1: error: [json.ex");
  file("nothing", "crds.json");
  EXPECT_EQ(with(R"({"type": "string"})").substr(0, 28), "crds.json:1: error: [json.ex");
}

TEST(EmbedLiteral, IsAValidCppLiteral) {
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

TEST_F(Embedding, RefusesSchemasThatTheTablesCannotHold) {
  const auto with = [&](const std::string& text) { return fault(embed::generate_schema, text); };
  const std::string text = "\"description\": \"A.\", \"type\": \"string\"";
  EXPECT_EQ(with(schema("{" + text + "}")), "no fault");
  EXPECT_EQ(with(schema("{" + text + ", \"patern\": \"^a$\"}")),
            "one.yaml:2: error: keyword \"patern\" is misspelt or not supported; see compiler/embed/schema.cc and "
            "compiler/check/schema.h");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"anyOf\": []}")).substr(0, 34),
            "one.yaml:2: error: keyword \"anyOf\"");
  EXPECT_EQ(with(schema("{" + text + ", \"pattern\": \"^a$\"}")),
            "one.yaml:2: error: a pattern needs x-expect: \"must ...\", the text of its error");
  EXPECT_EQ(with(schema("{" + text + ", \"pattern\": \"a\", \"x-expect\": \"must a\"}")),
            "one.yaml:2: error: a pattern must cover the whole value: ^...$");
  EXPECT_EQ(with(schema("{" + text + ", \"x-most\": \"7d\"}")),
            "one.yaml:2: error: x-most must be a time such as 7d, and needs the pattern of times");
  EXPECT_EQ(with(schema("{" + text + ", \"minimum\": 1}")), "one.yaml:2: error: minimum does not apply to this type");
  EXPECT_EQ(with(schema("{" + text + ", \"maxLength\": 1.5}")), "one.yaml:2: error: maxLength must be a whole number");
  EXPECT_EQ(with(schema("{\"description\": \"A.\"}")), "one.yaml:2: error: a schema needs a type, oneOf or $ref");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"type\": \"text\"}")), "one.yaml:2: error: no such type: text");
  EXPECT_EQ(with(schema("{\"type\": \"string\"}")), "one.yaml:2: error: property \"a\" needs a description");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"type\": \"object\"}")),
            "one.yaml:2: error: an object needs additionalProperties: false or a schema");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"type\": \"array\"}")), "one.yaml:2: error: an array needs items");
  EXPECT_EQ(with(schema("{" + text + ", \"default\": []}")), "one.yaml:2: error: a default must be a scalar");
  const std::string list =
      "{\"description\": \"A.\", \"type\": \"array\", \"items\": {\"type\": \"string\"}, \"default\": ";
  EXPECT_EQ(with(schema(list + "[\"b\", \"c\"]}")), "no fault");
  for (const char* preset : {"\"b\"", "[[\"b\"]]"})
    EXPECT_EQ(with(schema(list + preset + "}")), "one.yaml:2: error: the default of a list must be a list of scalars");
  EXPECT_EQ(with(schema("{" + text + "}", ", \"required\": [\"b\"]")),
            "one.yaml:1: error: a required property is not in properties");
  EXPECT_EQ(with(schema("{" + text + "}", ", \"x-instead\": {\"b\": \"write a\"}")), "no fault");
  EXPECT_EQ(with(schema("{" + text + "}", ", \"x-instead\": {\"a\": \"write b\"}")),
            "one.yaml:1: error: x-instead is for fields that don't exist");
  EXPECT_EQ(with(schema("{" + text + "}", ", \"x-instead\": {}")),
            "one.yaml:1: error: x-instead must map fields to what to write instead");
  EXPECT_EQ(with(schema("{\"$ref\": \"#/definitions/b\"}")),
            "one.yaml:2: error: $ref must name an entry of #/definitions/");
  EXPECT_EQ(with(schema("{\"$ref\": \"#/definitions/b\", \"title\": \"B\"}")),
            "one.yaml:2: error: draft-07 ignores other keywords beside $ref");
  EXPECT_EQ(with(schema("{\"description\": \"A.\", \"oneOf\": [{\"type\": \"string\"}, {\"type\": \"string\"}]}")),
            "one.yaml:2: error: branches of oneOf must differ in type");
  // valijson reports a keyword with a value of the wrong type.
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

TEST_F(Embedding, ListsFieldsWithRangesEnumsAndListDefaults) {
  const std::string text =
      "{\"properties\": {\"a\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 9, \"default\": 3}, \"b\": {\"type\": \"array\",\n"
      " \"items\": {\"properties\": {\"c\": {\"default\": \"10m\", \"x-most\": \"2h\"}, \"d\": {\"enum\": [\"x-y\", \"z\"]}}}},\n"
      " \"e\": {\"type\": \"string\", \"default\": \"f\"}, \"g\": {\"type\": \"array\", \"default\": [\"h\", \"i\"]}}}\n";
  const embed::Generated out = embed::generate_fields(root_.string(), file(text));
  EXPECT_NE(out.header.find("inline constexpr std::string_view b_d_words[] = {\"x-y\", \"z\", };\n"), std::string::npos)
      << out.header;
  EXPECT_NE(out.header.find("inline constexpr std::string_view g_presets[] = {\"h\", \"i\", };\n"), std::string::npos);
  EXPECT_NE(out.header.find("    {\"a\", 1, 9, 3, \"3\", {}, {}},\n"
                            "    {\"b[].c\", 1, 7200, 600, \"10m\", {}, {}},\n"
                            "    {\"b[].d\", 0, -1, 0, \"\", b_d_words, {}},\n"
                            "    {\"g\", 0, -1, 0, \"\", {}, g_presets},\n"
                            "};\n"),
            std::string::npos)
      << out.header;
}

TEST_F(Embedding, WritesSharedValuesAsConstants) {
  const embed::Generated out =
      embed::generate_shared(root_.string(), file("users:\n  slurm: 64030\npaths:\n  power: \"/run/power\"\n"));
  EXPECT_NE(out.header.find("namespace skiff::shared::users {\ninline constexpr std::int64_t slurm = 64030;\n}\n"),
            std::string::npos)
      << out.header;
  EXPECT_NE(out.header.find("inline constexpr std::string_view power = \"/run/power\";\n"), std::string::npos);
  const auto with = [&](const std::string& text) { return fault(embed::generate_shared, text); };
  EXPECT_EQ(with("a: 1\n"), "one.yaml:1: error: must be a map of names to values");
  EXPECT_EQ(with("a:\n  b: [1]\n"), "one.yaml:2: error: must be a text or a number");
}

}  // namespace
}  // namespace skiff
