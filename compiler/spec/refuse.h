#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "diag/diagnostic.h"
#include "spec/field.h"
#include "text/quote.h"

// Functions with which resolve and judge report what is wrong with a part of the spec. Diagnostics that need more than
// these functions are built directly.

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

/// Reports `Invalid value`: the value of the field is wrong.
template <class T>
void refuse(Diagnostics& found, std::string_view rule, const Field<T>& field, std::string message) {
  found.push_back({.rule = rule,
                   .problem = Problem::invalid,
                   .span = field.span,
                   .value = printed(field),
                   .message = std::move(message)});
}

/// Reports `Duplicate value`: the value is already used at `first`. The note `which` describes that position.
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

/// Reports `Forbidden`: the part must not be in the spec.
void forbid(Diagnostics& found, std::string_view rule, const auto& part, std::string message) {
  found.push_back({.rule = rule, .problem = Problem::forbidden, .span = part.span, .message = std::move(message)});
}

/// Reports `Required value`: the part lacks the field `child`.
void require(Diagnostics& found, std::string_view rule, const auto& part, std::string child, std::string message) {
  found.push_back({.rule = rule,
                   .problem = Problem::required,
                   .span = part.span,
                   .child = std::move(child),
                   .message = std::move(message)});
}

/// Reports `Invalid value` if the user wrote the field. Otherwise the default is not usable, so this reports `Required
/// value` for the field `child` of `part`.
template <class T>
void refuse(Diagnostics& found, std::string_view rule, const Field<T>& field, const auto& part, std::string child,
            std::string message) {
  if (field.given)
    refuse(found, rule, field, std::move(message));
  else
    require(found, rule, part, std::move(child), "the default is " + printed(field) + ": " + message);
}

}  // namespace skiff
