#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.h"

namespace skiff::cli {

// One file per command. Each function declares the arguments of its command and returns the action to run.
Action build(Arguments& arguments, const Common& common);
Action check_spec(Arguments& arguments, const Common& common);
Action diff(Arguments& arguments, const Common& common);
Action plan(Arguments& arguments, const Common& common);
Action explain(Arguments& arguments, const Common& common);
Action init(Arguments& arguments, const Common& common);
Action keys(Arguments& arguments, const Common& common);
Action policy(Arguments& arguments, const Common& common);
Action schema(Arguments& arguments, const Common& common);
Action completion(Arguments& arguments, const Common& common);
Action version(Arguments& arguments, const Common& common);

struct Verb {
  std::string_view name;
  std::string_view help;
  Action (*declare)(Arguments&, const Common&);
};

/// All commands, in the order of the help.
std::span<const Verb> verbs();

}  // namespace skiff::cli
