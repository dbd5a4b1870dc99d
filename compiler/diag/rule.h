#pragma once

#include <string_view>

namespace skiff {

/// What `skiff explain SKFnnn` says about a rule. Each pass lists its own (read/rules.cc, check/rules.cc, …), and
/// cli/catalogue.cc joins the lists. Ids are stable for ever: SKF0xx read, 1xx check, 2xx bind and resolve, 3xx
/// judge, 4xx verify.
struct Rule {
  std::string_view id;       ///< SKF101
  std::string_view title;    ///< lower case, one line: "unknown field"
  std::string_view text;     ///< why the rule exists, what to do; a paragraph, with the source of the fact behind it
  std::string_view example;  ///< name of its failing example, golden/errors/<example>.yaml
};

}  // namespace skiff
