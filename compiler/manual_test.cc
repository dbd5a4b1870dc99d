// The generated pages of the manual in docs/ must be up to date. With SKIFF_UPDATE_GOLDEN=1, a failing test writes the
// page, but still fails, so that a rewrite alone never passes.
#include "testing/manual.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "testing/examples.h"
#include "testing/repository.h"
#include "text/ascii.h"
#include "text/diff.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path root = testing::repository();

void expect_page(const std::string& path, const std::string& page) {
  const std::string there = fs::exists(root / path) ? testing::file_text(root / path) : "";
  if (page == there) return;
  ADD_FAILURE() << path << " is out of date:\n" << unified_diff(there, page) << testing::update_hint;
  if (testing::updating_goldens()) testing::write_text(root / path, page);
}

TEST(Manual, RulesPageIsUpToDate) { expect_page("docs/rules.md", testing::rules_page()); }
TEST(Manual, SpecPageIsUpToDate) { expect_page("docs/reference/spec.md", testing::spec_page()); }
TEST(Manual, CataloguePageIsUpToDate) { expect_page("docs/reference/catalogue.md", testing::catalogue_page()); }
TEST(Manual, ParametersPageIsUpToDate) { expect_page("docs/reference/parameters.md", testing::parameters_page()); }

/// README, CONTRIBUTING and all pages of docs/.
std::vector<fs::path> pages() {
  std::vector<fs::path> found{root / "README.md", root / "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

std::string trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : std::string(line.substr(first, line.find_last_not_of(' ') - first + 1));
}

/// The lines of a text without their indentation.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(trimmed(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// The anchors of a page's headings: an `<a id="…">` in the heading, and the one that GitHub makes of it (lower case, spaces as
/// dashes, without other punctuation).
std::set<std::string> anchors_of(const std::vector<std::string>& lines) {
  std::set<std::string> anchors;
  bool in_block = false;
  for (const std::string& line : lines) {
    if (line.starts_with("```")) in_block = !in_block;
    if (in_block || !line.starts_with('#')) continue;
    if (const std::size_t id = line.find("<a id=\""); id != line.npos)
      anchors.insert(line.substr(id + 7, line.find('"', id + 7) - id - 7));
    std::string anchor;
    for (const char c : trimmed(line.substr(line.find_first_not_of('#')))) {
      if (c == ' ')
        anchor += '-';
      else if (is_alnum(c) || c == '-' || c == '_')
        anchor += to_lower(c);
    }
    anchors.insert(anchor);
  }
  return anchors;
}

// Links in the pages must lead to existing files, and to existing headings of pages.
TEST(Manual, EveryLinkLeadsToAFileAndAHeading) {
  for (const fs::path& page : pages()) {
    const std::string text = testing::file_text(page);
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
      const std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
      if (target.starts_with("http")) continue;
      const std::size_t hash = std::min(target.find('#'), target.size());
      const fs::path file = hash == 0 ? page : page.parent_path() / target.substr(0, hash);
      EXPECT_TRUE(fs::exists(file)) << fs::relative(page, root) << ": " << target;
      if (hash == target.size() || !fs::exists(file)) continue;
      EXPECT_TRUE(anchors_of(lines_of(testing::file_text(file))).contains(target.substr(hash + 1)))
          << fs::relative(page, root) << ": " << target << ": the page has no such heading";
    }
  }
}

// The lines of an excerpt below `<!-- from FILE -->` must be in that file, in the same order, so that pages stay up to
// date.
TEST(Manual, ExcerptsMatchTheirFiles) {
  int excerpts = 0;
  for (const fs::path& page : pages()) {
    const std::vector<std::string> lines = lines_of(testing::file_text(page));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].starts_with("<!-- from ")) continue;
      ++excerpts;
      const std::string path = lines[i].substr(10, lines[i].find(" -->") - 10);
      ASSERT_TRUE(fs::exists(root / path)) << fs::relative(page, root) << ": " << path;
      ASSERT_TRUE(i + 1 < lines.size() && lines[i + 1].starts_with("```")) << fs::relative(page, root) << ": " << path;
      const std::vector<std::string> there = lines_of(testing::file_text(root / path));
      auto from = there.begin();
      for (i += 2; i < lines.size() && lines[i] != "```"; ++i) {
        const auto found = std::find(from, there.end(), lines[i]);
        if (found == there.end())
          ADD_FAILURE() << fs::relative(page, root) << ": " << path
                        << " does not have this line, or not in this order:\n"
                        << lines[i];
        else
          from = found + 1;
      }
    }
  }
  EXPECT_GT(excerpts, 8);
}

// The README explains a line by its number. The line must be the one that the README shows.
TEST(Manual, TheReadmeExplainsTheLineThatItShows) {
  const std::string text = testing::file_text(root / "README.md");
  const std::string_view command = "explain out/slurm/slurm.conf:";
  const std::size_t at = text.find(command);
  ASSERT_NE(at, std::string::npos);
  const auto number = static_cast<std::size_t>(std::stoul(text.substr(at + command.size())));
  const auto lines = lines_of(testing::file_text(root / "golden/gpu-training/out/slurm/slurm.conf"));
  ASSERT_LE(number, lines.size());
  EXPECT_TRUE(lines[number - 1].starts_with("NodeName=h100-")) << lines[number - 1];
}

}  // namespace
}  // namespace skiff
