// The generated pages of the manual stand in docs/ as they would be made now. SKIFF_UPDATE_GOLDEN=1 writes them, and
// still fails, so that nothing gets green by being rewritten.
#include "testing/manual.h"

#include <gtest/gtest.h>

#include <set>

#include "testing/diff.h"
#include "testing/examples.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path root = SKIFF_REPOSITORY;

void expect_page(const std::string& path, const std::string& page) {
  const std::string there = fs::exists(root / path) ? testing::file_text(root / path) : "";
  if (page == there) return;
  ADD_FAILURE() << path << " is not as it would be made now:\n"
                << testing::unified_diff(there, page) << testing::update_hint;
  if (testing::updating_goldens()) testing::write_text(root / path, page);
}

TEST(Manual, RulesAreOfTheRulesTables) { expect_page("docs/rules.md", testing::rules_page()); }
TEST(Manual, SpecIsOfTheSchema) { expect_page("docs/reference/spec.md", testing::spec_page()); }
TEST(Manual, CatalogueIsOfTheCatalogue) { expect_page("docs/reference/catalogue.md", testing::catalogue_page()); }
TEST(Manual, ParametersAreOfTheTableOfOwned) {
  expect_page("docs/reference/parameters.md", testing::parameters_page());
}

/// README, CONTRIBUTING and all pages of docs/.
std::vector<fs::path> pages() {
  std::vector<fs::path> found{root / "README.md", root / "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

// A page that names a file which is not there sends its reader nowhere.
TEST(Manual, EveryLinkLeadsToAFile) {
  for (const fs::path& page : pages()) {
    const std::string text = testing::file_text(page);
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
      std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
      if (target.starts_with("http") || target.starts_with('#')) continue;
      target = target.substr(0, target.find('#'));
      EXPECT_TRUE(fs::exists(page.parent_path() / target)) << fs::relative(page, root) << ": " << target;
    }
  }
}

}  // namespace
}  // namespace skiff
