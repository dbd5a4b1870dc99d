#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "read/events.h"

namespace skiff {

class Builder;

/// Said of a value that begins its line no further right than the field or dash above it.
inline constexpr std::string_view indent_more = "indent this line more than the field or dash that it belongs to";

inline constexpr std::string_view missing_name = "a field name is missing before \":\"";
inline constexpr std::string_view missing_item =
    "a list item is missing here; remove the extra comma or write the item";
inline constexpr std::string_view list_item =
    "a list item \"- \" is expected here; indent this line like the items above it, or like the list's field to end the list";
inline constexpr std::string_view second_document =
    "a second document starts here; a spec is one document, so use one file for each cluster";
inline constexpr std::string_view outside_line =
    "this line belongs to nothing above it; check that it is indented like its neighbours and that a quote or bracket "
    "above is not closed too early";

std::string missing_colon(std::string_view field);
std::string tag_message(std::string_view tag);

/// The parser's error in words that say what would be right, at the place where the fault is rather than where it was
/// noticed. `built` is as far as the tree came.
Diagnostic explain_syntax(std::string_view source, const ParserError& error, const Builder& built);

}  // namespace skiff
