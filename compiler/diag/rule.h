#pragma once

#include <span>
#include <string_view>

namespace skiff {

/// A rule, as its pass lists it (read/rules.cc, check/rules.cc, …). cli/catalogue.cc joins the lists. The file
/// SKFnnn.md beside the list explains why the rule exists and what to do. Ids never change: SKF0xx read, 1xx check, 2xx
/// bind and resolve, 3xx judge, 4xx verify.
struct Rule {
  std::string_view id;       ///< SKF101
  std::string_view title;    ///< lower case, one line, no full stop: "a name is malformed"
  std::string_view example;  ///< its invalid spec, golden/errors/<example>.yaml; most rules of verify have none
};

/// The content of a file SKFnnn.md: why the rule exists, what to do, and the source of the facts. Each paragraph is one
/// line.
struct RuleText {
  std::string_view id;
  std::string_view text;
};

/// The texts of all rules, in the order of the ids. `embed` writes them when skiff is built.
std::span<const RuleText> rule_texts();

}  // namespace skiff
