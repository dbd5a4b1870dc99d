#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.h"

namespace skiff::cli {

// One file a verb. Each declares its arguments and gives what is to be done with them.
Action build(Arguments& arguments, const Common& common);
Action check_spec(Arguments& arguments, const Common& common);
Action plan(Arguments& arguments, const Common& common);
Action explain(Arguments& arguments, const Common& common);
Action init(Arguments& arguments, const Common& common);
Action schema(Arguments& arguments, const Common& common);
Action completion(Arguments& arguments, const Common& common);
Action version(Arguments& arguments, const Common& common);

struct Verb {
  std::string_view name;
  std::string_view help;
  Action (*declare)(Arguments&, const Common&);
};

/// The table of contents, in the order of the help.
std::span<const Verb> verbs();

}  // namespace skiff::cli
