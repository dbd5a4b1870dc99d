#pragma once

#include <string>
#include <string_view>

#include "diag/suggest.h"
#include "verify/object_set.h"

namespace skiff {

/// A finding about a value of an object. `at` is the value, or the map that lacks something; its path is looked up only
/// here, so that checks carry no paths.
void report(Diagnostics& out, std::string_view rule, Problem problem, const Item& item, const Value& at,
            std::string message, Severity severity = Severity::error);

/// A finding about something that is no object: a ConfigMap's size, a line of a Slurm file.
void report(Diagnostics& out, std::string_view rule, Problem problem, std::string_view where, const Origin& origin,
            std::string value, std::string message, Severity severity = Severity::error);

/// The first place of the spec among the sources; the file as a whole if there is none.
Span spec_span(const Origin& origin);

/// The path of `target` below `root`, as `spec.template.spec.containers[0].image`; empty for the root itself.
std::string path_within(const Value& root, const Value& target);

}  // namespace skiff
