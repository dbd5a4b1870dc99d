#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "diag/diagnostic.h"
#include "spec/field.h"
#include "text/quote.h"

// How resolve and judge say what is wrong with a part of the spec. What needs more than these takes a Diagnostic as it is.

namespace skiff {

/// A field's value as Kubernetes' errors print it.
template <class T>
std::string printed(const Field<T>& field) {
  if constexpr (std::is_same_v<T, std::string>)
    return quote(*field);
  else if constexpr (std::is_same_v<T, bool>)
    return *field ? "true" : "false";
  else
    return std::to_string(*field);
}

/// `Invalid value`: what the field says.
template <class T>
void refuse(Diagnostics& found, std::string_view rule, const Field<T>& field, std::string message) {
  found.push_back({.rule = rule,
                   .problem = Problem::invalid,
                   .span = field.span,
                   .value = printed(field),
                   .message = std::move(message)});
}

/// `Duplicate value`: what `first` says already, a place that the note `which` is about.
template <class T>
void duplicate(Diagnostics& found, std::string_view rule, const Field<T>& field, std::string message, Span first,
               std::string which) {
  found.push_back({.rule = rule,
                   .problem = Problem::duplicate,
                   .span = field.span,
                   .value = printed(field),
                   .message = std::move(message),
                   .notes = {{first, std::move(which)}}});
}

/// `Forbidden`: that the part is there.
void forbid(Diagnostics& found, std::string_view rule, const auto& part, std::string message) {
  found.push_back({.rule = rule, .problem = Problem::forbidden, .span = part.span, .message = std::move(message)});
}

/// `Required value`: what the part lacks.
void require(Diagnostics& found, std::string_view rule, const auto& part, std::string child, std::string message) {
  found.push_back({.rule = rule,
                   .problem = Problem::required,
                   .span = part.span,
                   .child = std::move(child),
                   .message = std::move(message)});
}

/// `Invalid value` of what the user wrote; where that is nothing, `Required value` of the field below `part`, as its default will not do.
template <class T>
void refuse(Diagnostics& found, std::string_view rule, const Field<T>& field, const auto& part, std::string child,
            std::string message) {
  if (field.given)
    refuse(found, rule, field, std::move(message));
  else
    require(found, rule, part, std::move(child), "left out it is " + printed(field) + ": " + message);
}

}  // namespace skiff
