#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "compile.h"
#include "diag/render.h"
#include "emit/stream.h"
#include "testing/examples.h"
#include "text/diff.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;
using testing::Example;
using Texts = std::map<std::string, std::string>;

Compilation good_compilation(const Example& example) {
  Compilation compilation = compile(example.text, testing::spec_files(example));
  EXPECT_FALSE(has_errors(compilation.diagnostics))
      << render(DiagnosticsFormat::text, example.text, compilation.diagnostics, {example.name, false});
  return compilation;
}

Texts texts(const FileSet& files) {
  Texts found;
  for (const OutputFile& file : files) {
    EXPECT_TRUE(found.emplace(file.path, file.text).second) << file.path << " appears twice";
  }
  return found;
}

Texts files_below(const fs::path& folder) {
  Texts found;
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) found[fs::relative(entry.path(), folder).string()] = testing::file_text(entry.path());
  }
  return found;
}

class Golden : public ::testing::TestWithParam<Example> {};

// Every output file must have exactly the reviewed bytes, and no file may be missing or superfluous.
TEST_P(Golden, OutputMatchesTheReviewedFiles) {
  const Example& example = GetParam();
  const Texts actual = texts(good_compilation(example).bundle.files);
  ASSERT_FALSE(actual.empty());
  EXPECT_TRUE(actual.contains("plan.yaml"));
  const fs::path folder = testing::golden_folder(example.name) / "out";
  const Texts expected = files_below(folder);
  if (actual == expected) return;

  std::string difference;
  Texts all = expected;
  all.insert(actual.begin(), actual.end());
  for (const auto& [path, text] : all) {
    const auto before = expected.find(path);
    const auto after = actual.find(path);
    const std::string_view old_text = before == expected.end() ? std::string_view() : before->second;
    const std::string_view new_text = after == actual.end() ? std::string_view() : after->second;
    if (before != expected.end() && after != actual.end() && old_text == new_text) continue;
    difference +=
        before == expected.end() ? "--- (no such file)\n" : "--- golden/" + example.name + "/out/" + path + "\n";
    difference += after == actual.end() ? "+++ (no such file)\n" : "+++ " + path + "\n";
    difference += unified_diff(old_text, new_text);
  }
  ADD_FAILURE() << difference << testing::update_hint;
  if (!testing::updating_goldens()) return;
  fs::remove_all(folder);
  for (const auto& [path, text] : actual) testing::write_text(folder / path, text);
}

// Dependence on memory addresses, on the order of hashes or on an earlier run would show as a difference.
TEST_P(Golden, AHundredRunsGiveTheSameBytes) {
  const Example& example = GetParam();
  const Compilation first = good_compilation(example);
  const Texts expected = texts(first.bundle.files);
  const std::string stream = yaml_stream(first.bundle);
  for (int round = 0; round < 100; ++round) {
    const Compilation again = compile(example.text, testing::spec_files(example));
    ASSERT_EQ(texts(again.bundle.files), expected);
    ASSERT_EQ(yaml_stream(again.bundle), stream);
  }
}

TEST_P(Golden, EveryLineHasAnOrigin) {
  const Compilation compilation = good_compilation(GetParam());
  for (const OutputFile& file : compilation.bundle.files) {
    std::string_view rest = file.text;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      ASSERT_FALSE(rest.empty()) << file.path << " has more origins than lines";
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      EXPECT_FALSE(file.lines[i].empty()) << file.path << ":" << i + 1 << ": " << line;
    }
    EXPECT_TRUE(rest.empty()) << file.path << " has more lines than origins";
    EXPECT_TRUE(file.text.ends_with('\n')) << file.path;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Golden, ::testing::ValuesIn(testing::examples()),
                         [](const auto& tested) { return testing::test_name(tested.param); });

TEST(Goldens, EachBelongsToAnExample) {
  std::vector<std::string> names{"cases", "changes", "errors"};
  for (const Example& example : testing::examples()) names.push_back(example.name);
  for (const auto& entry : fs::directory_iterator(testing::golden_folder(""))) {
    const std::string name = entry.path().filename().string();
    EXPECT_NE(std::ranges::find(names, name), names.end()) << "golden/" << name << " has no examples/" << name;
  }
}

}  // namespace
}  // namespace skiff
