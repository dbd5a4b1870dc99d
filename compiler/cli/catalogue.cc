#include "cli/catalogue.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "change/rules.h"
#include "check/rules.h"
#include "plan/rules.h"
#include "read/rules.h"
#include "rules/rules.h"
#include "verify/rules.h"

namespace skiff {
namespace {

// The lists of rules, in the order of the passes.
constexpr std::span<const Rule> (*lists[])() = {read_rules,  check_rules,  resolve_rules,
                                                judge_rules, verify_rules, change_rules};

}  // namespace

std::vector<Rule> all_rules() {
  std::vector<Rule> rules;
  for (const auto list : lists) rules.insert(rules.end(), list().begin(), list().end());
  return rules;
}

const Rule* find_rule(std::string_view id) {
  for (const auto list : lists)
    for (const Rule& rule : list())
      if (rule.id == id) return &rule;
  return nullptr;
}

std::string_view text_of(const Rule& rule) {
  const auto found = std::ranges::find(rule_texts(), rule.id, &RuleText::id);
  if (found == rule_texts().end()) throw std::logic_error("no text of " + std::string(rule.id));
  return found->text;
}

}  // namespace skiff
