// Each directory of golden/changes is a pair of specs, old.yaml and new.yaml, and expected.txt, which is what
// `skiff diff old.yaml new.yaml` prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "change/changes.h"
#include "change/render.h"
#include "compile.h"
#include "diag/render.h"
#include "testing/examples.h"
#include "testing/repository.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path folder = testing::golden_folder("changes");

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) found.push_back(entry.path().filename().string());
  std::ranges::sort(found);
  return found;
}

/// One version, compiled and read back.
struct Version {
  std::string name, text;
  Compilation compilation;
  change::Side side;

  explicit Version(const fs::path& path) : name(path.filename().string()), text(testing::file_text(path)) {
    compilation = compile(text, files_below_spec(path.string()));
    EXPECT_FALSE(has_errors(compilation.diagnostics))
        << render(DiagnosticsFormat::text, text, compilation.diagnostics, {name, false});
    side = change::read_side(std::move(compilation.bundle.files));
    EXPECT_EQ(side.problems, std::vector<std::string>());
  }
  change::SpecText spec() const { return {name, text, &compilation.root}; }
};

class GoldenChanges : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenChanges, HaveTheExpectedClasses) {
  const Version before(folder / GetParam() / "old.yaml"), after(folder / GetParam() / "new.yaml");
  change::Decisions decisions(before.spec(), after.spec());
  const std::vector<change::Change> changes = change::changes(before.side, after.side, decisions);
  const std::string actual = change::text(changes, false);
  const nlohmann::json json = nlohmann::json::parse(change::json(changes));
  EXPECT_EQ(json["changes"].size(), changes.size());
  for (const change::Change& change : changes) EXPECT_NE(change.consequence, "") << change.object;
  // The row of the manual has the worst class.
  const std::string page = testing::file_text(testing::repository() / "docs" / "changes.md");
  const std::string link = "(../golden/changes/" + GetParam() + "/expected.txt) | ";
  const std::string worst =
      changes.empty() ? "none" : "`" + std::string(change::name_of(changes.front().value).id) + "`";
  const std::size_t row = page.find(link + worst + " | ");
  EXPECT_NE(row, std::string::npos) << "docs/changes.md has no row: " << link << worst;
  // After the class: what happens, how long it takes, and the commands.
  const std::string rest = row == std::string::npos ? "" : page.substr(row, page.find('\n', row) - row);
  EXPECT_EQ(std::ranges::count(rest, '|'), 5) << rest;
  const fs::path expected = folder / GetParam() / "expected.txt";
  if (fs::exists(expected) && actual == testing::file_text(expected)) return;
  if (testing::updating_goldens()) testing::write_text(expected, actual);
  FAIL() << expected << " differs. The current output is:\n" << actual << testing::update_hint;
}

INSTANTIATE_TEST_SUITE_P(All, GoldenChanges, ::testing::ValuesIn(names()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace_if(
      name, [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

TEST(Changes, OfTheSameVersionAreNone) {
  const Version version(folder / "more-nodes" / "old.yaml");
  const Version again(folder / "more-nodes" / "old.yaml");
  change::Decisions decisions(version.spec(), again.spec());
  EXPECT_TRUE(change::changes(version.side, again.side, decisions).empty());
}

// Every change that the manual explains is proven by a pair, and each pair is explained.
TEST(Changes, AreAllInTheManual) {
  const std::string page = testing::file_text(testing::repository() / "docs" / "changes.md");
  std::set<std::string> linked;
  const std::string begin = "../golden/changes/";
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    linked.insert(page.substr(from, page.find('/', from) - from));
  }
  const std::vector<std::string> pairs = names();
  EXPECT_EQ(linked, std::set<std::string>(pairs.begin(), pairs.end()));
}

}  // namespace
}  // namespace skiff
