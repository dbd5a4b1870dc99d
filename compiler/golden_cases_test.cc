// Each case is one behaviour: golden/cases/NAME.yaml has a few fields that are laid over golden/cases/base.yaml, and
// NAME.out has the lines of the output that they change. If NAME.yaml has two documents, the second is laid over the
// first, and NAME.out has what the second changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "compile.h"
#include "diag/render.h"
#include "testing/effect.h"
#include "testing/examples.h"
#include "testing/overlay.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path folder = testing::golden_folder("cases");

std::vector<std::string> names(const std::string& extension) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension && entry.path().stem() != "base")
      found.push_back(entry.path().stem().string());
  }
  std::ranges::sort(found);
  return found;
}

class GoldenCases : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenCases, ChangeTheExpectedLines) {
  const std::string base = testing::file_text(folder / "base.yaml");
  std::string before = base;
  std::string over = testing::file_text(folder / (GetParam() + ".yaml"));
  if (const std::size_t second = over.find("\n---\n"); second != std::string::npos) {
    before = testing::overlaid(base, over.substr(0, second + 1));
    over.erase(0, second + 5);
  }
  const std::string after = testing::overlaid(before, over);
  const Compilation old_one = compile(before);
  const Compilation new_one = compile(after);
  const auto told = [](const std::string& text, const Compilation& compilation) {
    return render(DiagnosticsFormat::text, text, compilation.diagnostics, {"spec", false});
  };
  ASSERT_FALSE(has_errors(old_one.diagnostics)) << told(before, old_one);
  ASSERT_FALSE(has_errors(new_one.diagnostics)) << told(after, new_one);

  std::string actual;
  for (const Diagnostic& diagnostic : new_one.diagnostics)
    actual += "warning: " + diagnostic.path + ": " + diagnostic.message + " [" + std::string(diagnostic.rule) + "]\n";
  actual += testing::effect(old_one.bundle.files, new_one.bundle.files);
  EXPECT_NE(actual, "") << "the case changes no output";
  const fs::path expected = folder / (GetParam() + ".out");
  if (actual == testing::file_text(expected)) return;
  if (testing::updating_goldens()) testing::write_text(expected, actual);
  FAIL() << expected.filename() << " differs. The current output is:\n" << actual << testing::update_hint;
}

INSTANTIATE_TEST_SUITE_P(All, GoldenCases, ::testing::ValuesIn(names(".yaml")), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(GoldenCasesFolder, HoldsOneOutputPerCase) { EXPECT_EQ(names(".yaml"), names(".out")); }

}  // namespace
}  // namespace skiff
