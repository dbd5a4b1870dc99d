// Compares the messages for every invalid spec in golden/errors with the expected ones. With SKIFF_UPDATE_GOLDEN=1, a
// failing test writes the current messages, but still fails, so that a rewrite alone never passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "cli/catalogue.h"
#include "compile.h"
#include "diag/render.h"
#include "testing/repository.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path folder = testing::repository() / "golden" / "errors";

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> names(const std::string& extension) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) found.push_back(entry.path().stem().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

class GoldenErrors : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenErrors, HaveTheExpectedMessages) {
  const std::string file = GetParam() + ".yaml";
  const fs::path expected = folder / (GetParam() + ".txt");
  const std::string source = contents(folder / file);
  const Compilation compilation = compile(source, files_below_spec((folder / file).string()));
  const std::string told = render(DiagnosticsFormat::text, source, compilation.diagnostics, {.file = file});
  EXPECT_NE(told, "") << file << " is a valid spec";
  // Every diagnostic must have a documented rule and a location inside the spec.
  for (const Diagnostic& diagnostic : compilation.diagnostics) {
    EXPECT_NE(find_rule(diagnostic.rule), nullptr) << diagnostic.rule << " is not in the catalogue";
    EXPECT_LE(diagnostic.span.end, source.size());
  }
  if (told == contents(expected)) return;
  if (std::getenv("SKIFF_UPDATE_GOLDEN")) std::ofstream(expected, std::ios::binary) << told;
  FAIL() << expected.filename() << " differs; SKIFF_UPDATE_GOLDEN=1 rewrites it. The current messages are:\n" << told;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& spec) {
  std::string name = spec.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, GoldenErrors, ::testing::ValuesIn(names(".yaml")), test_name);

TEST(GoldenErrorsFolder, HoldsOneMessageFilePerSpec) {
  const std::vector<std::string> specs = names(".yaml");
  const std::vector<std::string> texts = names(".txt");
  std::vector<std::string> alone;
  std::set_symmetric_difference(specs.begin(), specs.end(), texts.begin(), texts.end(), std::back_inserter(alone));
  EXPECT_EQ(alone, std::vector<std::string>());
}

TEST(GoldenErrorsFolder, HoldsAnExampleOfEachRule) {
  std::set<std::string_view> seen;
  for (const Rule& rule : all_rules()) {
    EXPECT_TRUE(seen.insert(rule.id).second) << rule.id << " is listed twice";
    // Rules without an example, such as the one for text of more than 16 MiB, have unit tests instead.
    if (rule.example.empty()) continue;
    const fs::path file = folder / (std::string(rule.example) + ".txt");
    EXPECT_TRUE(fs::exists(file)) << rule.id << ": no golden/errors/" << rule.example << ".txt";
    EXPECT_NE(contents(file).find("[" + std::string(rule.id) + "]"), std::string::npos)
        << rule.id << " is not reported in " << rule.example;
  }
}

}  // namespace
}  // namespace skiff
