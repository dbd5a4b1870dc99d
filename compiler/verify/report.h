#pragma once

#include <string>
#include <string_view>

#include "diag/suggest.h"
#include "verify/object_set.h"

namespace skiff {

/// Reports a diagnostic about a value of an object. `at` is the value, or the map that lacks a member. Its path is
/// looked up only here, so checks do not have to track paths.
void report(Diagnostics& out, std::string_view rule, Problem problem, const Item& item, const Value& at,
            std::string message, Severity severity = Severity::error);

/// Reports a diagnostic about something other than an object, such as the size of a ConfigMap or a line of a Slurm
/// file.
void report(Diagnostics& out, std::string_view rule, Problem problem, std::string_view where, const Origin& origin,
            std::string value, std::string message, Severity severity = Severity::error);

/// Reports a diagnostic about a place in the text of a site's file. `value` is the value as it is in the file.
void report(Diagnostics& out, std::string_view rule, Problem problem, const OutputSiteFile& file, Span at,
            std::string_view value, std::string message, Severity severity = Severity::error);

/// The first location in the spec among the sources. The empty span, which means the whole file, if there is none.
Span spec_span(const Origin& origin);

/// The path of `target` below `root`, such as `spec.template.spec.containers[0].image`. Empty for the root itself.
std::string path_within(const Value& root, const Value& target);

}  // namespace skiff
