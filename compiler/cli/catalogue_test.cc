#include "cli/catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "change/rules.h"
#include "check/rules.h"
#include "plan/rules.h"
#include "read/rules.h"
#include "rules/rules.h"
#include "testing/examples.h"
#include "testing/repository.h"
#include "verify/rules.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path root = testing::repository();

/// The rule ids that are in double quotes in the text of a source file, such as "SKF301".
std::set<std::string> ids_in(const std::string& text) {
  std::set<std::string> ids;
  for (std::size_t at = text.find("\"SKF"); at != std::string::npos; at = text.find("\"SKF", at + 1))
    if (at + 7 < text.size() && text[at + 7] == '"') ids.insert(text.substr(at + 1, 6));
  return ids;
}

TEST(Catalogue, IdsAreUniqueAndSorted) {
  const std::vector<Rule> rules = all_rules();
  for (std::size_t i = 1; i < rules.size(); ++i) EXPECT_LT(rules[i - 1].id, rules[i].id);
}

TEST(Catalogue, FindsARuleByItsId) {
  ASSERT_NE(find_rule("SKF317"), nullptr);
  EXPECT_EQ(find_rule("SKF317")->example, "owned-parameter");
  EXPECT_EQ(find_rule("SKF999"), nullptr);
  EXPECT_EQ(find_rule(""), nullptr);
}

TEST(Catalogue, EveryRuleIsExplained) {
  for (const Rule& rule : all_rules()) {
    EXPECT_FALSE(rule.title.empty()) << rule.id;
    EXPECT_FALSE(rule.title.ends_with('.')) << rule.id;
    EXPECT_GT(text_of(rule).size(), 40u) << rule.id;
    EXPECT_TRUE(text_of(rule).ends_with('.')) << rule.id;
  }
}

// The texts of the rules are beside the lists of the rules.
TEST(Catalogue, EveryRuleHasItsFileAndEveryFileItsRule) {
  const std::pair<std::string, std::span<const Rule>> passes[] = {
      {"read", read_rules()},   {"check", check_rules()},   {"plan", resolve_rules()},
      {"rules", judge_rules()}, {"verify", verify_rules()}, {"change", change_rules()}};
  std::set<std::string> wanted, there;
  for (const auto& [layer, rules] : passes)
    for (const Rule& rule : rules) wanted.insert(layer + "/" + std::string(rule.id) + ".md");
  for (const auto& entry : fs::recursive_directory_iterator(root / "compiler"))
    if (entry.path().extension() == ".md") there.insert(fs::relative(entry.path(), root / "compiler").generic_string());
  EXPECT_EQ(there, wanted);
  EXPECT_EQ(rule_texts().size(), all_rules().size());
}

// Every documented id must be reported by code, and every reported id must be documented, so that `skiff explain` knows
// it.
TEST(Catalogue, HoldsExactlyTheIdsThatTheCompilerReports) {
  std::map<std::string, int> reported;
  for (const auto& entry : fs::recursive_directory_iterator(root / "compiler")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".cc") || name.ends_with("_test.cc") || entry.path().parent_path().filename() == "cli")
      continue;
    for (const std::string& id : ids_in(testing::file_text(entry.path()))) ++reported[id];
  }
  for (const auto& [id, files] : reported) EXPECT_NE(find_rule(id), nullptr) << id;
  // At least twice: in the table, and where it is reported.
  for (const Rule& rule : all_rules()) EXPECT_GE(reported[std::string(rule.id)], 2) << rule.id << " is never reported";
}

TEST(Catalogue, EveryRuleOfResolveAndJudgeHasAnInvalidSpec) {
  for (const auto rules : {resolve_rules(), judge_rules()})
    for (const Rule& rule : rules) {
      const fs::path spec = root / "golden" / "errors" / (std::string(rule.example) + ".yaml");
      fs::path told = spec;
      told.replace_extension(".txt");
      ASSERT_FALSE(rule.example.empty()) << rule.id;
      EXPECT_TRUE(fs::exists(spec)) << rule.id << ": " << spec.filename();
      EXPECT_NE(testing::file_text(told).find("[" + std::string(rule.id) + "]"), std::string::npos) << rule.id;
    }
}

}  // namespace
}  // namespace skiff
