#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/ascii.h"

namespace skiff::policy {

/// Options of sacctmgr with their values. Their names are case-insensitive.
using Options = std::vector<std::pair<std::string, std::string>>;

/// What sacctmgr shows of one record. The keys are the names of the options that set the values.
using Shown = std::map<std::string, std::string>;

/// What sacctmgr shows of an option of a record; empty if it shows nothing, or if there is no record.
std::string value_in(const Shown* row, std::string_view option);

/// True for an option whose value is a list of TRES.
inline bool is_tres(std::string_view option) { return to_lower(option).find("tres") != std::string::npos; }

/// Writes one option per line, and reads such lines.
std::string text_of(const Options& options);
Options options_of(std::string_view text);
std::string text_of(const Shown& shown);

/// The options whose names are not in `others`.
Options options_without(const Options& options, const std::vector<std::string_view>& others);

/// The options to set for a record: those of the spec, and values that unset options that the spec had before. In a
/// list of TRES, the limit of each TRES that the record has and the spec does not is removed explicitly, because
/// sacctmgr changes only the TRES that it is given.
Options options_to_set(const Options& wanted, const Options& before, const Shown& shown);

}  // namespace skiff::policy
