#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skiff::sidecar {

/// Options of sacctmgr with their values. It does not tell upper from lower case in their names.
using Options = std::vector<std::pair<std::string, std::string>>;

/// What sacctmgr shows of one record, by the name of the option that sets it.
using Shown = std::map<std::string, std::string>;

/// A line each, and from it.
std::string text_of(const Options& options);
Options options_of(std::string_view text);
std::string text_of(const Shown& shown);

/// Those whose names are not among `others`.
Options options_without(const Options& options, const std::vector<std::string_view>& others);

/// What sets the options of a record: those of the spec, and none of what the spec had before. Of a list of TRES what is shown and not in the spec is
/// lifted, each by itself, as sacctmgr changes those alone that it is given.
Options settings(const Options& wanted, const Options& before, const Shown& shown);

}  // namespace skiff::sidecar
