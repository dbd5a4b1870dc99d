#pragma once

#include <span>
#include <string_view>

namespace skiff {

/// A rule, as its pass lists it (read/rules.cc, check/rules.cc, …); cli/catalogue.cc joins the lists. Why there is such a rule
/// and what to do stands beside the list, in SKFnnn.md. Ids are stable for ever: SKF0xx read, 1xx check, 2xx bind and
/// resolve, 3xx judge, 4xx verify.
struct Rule {
  std::string_view id;     ///< SKF101
  std::string_view title;  ///< lower case, one line: "unknown field"
  std::string_view
      example;  ///< name of its failing example, golden/errors/<example>.yaml; mostly none of what verify finds
};

/// What a file SKFnnn.md holds: why the rule exists, what to do, with the source of the fact behind it. A paragraph is one line.
struct RuleText {
  std::string_view id;
  std::string_view text;
};

/// All of them, in the order of the ids. `embed` writes them when skiff is built.
std::span<const RuleText> rule_texts();

}  // namespace skiff
