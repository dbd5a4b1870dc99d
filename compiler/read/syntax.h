#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "read/events.h"

namespace skiff {

class Builder;

/// Reported for a value that starts a line and is not indented more than the field or dash above it.
inline constexpr std::string_view indent_more = "indent this line more than the field or dash that it belongs to";

inline constexpr std::string_view missing_name = "a field name is missing before \":\"";
inline constexpr std::string_view missing_item =
    "a list item is missing here; remove the extra comma or write the item";
inline constexpr std::string_view list_item =
    "a list item \"- \" is expected here; indent this line like the items above it, or like the list's field to end the list";
inline constexpr std::string_view second_document =
    "a second document starts here; a spec is one document, so use one file for each cluster";
inline constexpr std::string_view outside_line =
    "this line does not belong to anything above it; check that it is indented like its neighbours, and that no quote "
    "or bracket above is closed too early";

std::string missing_colon(std::string_view field);
std::string tag_message(std::string_view tag);

/// Turns the parser's error into a diagnostic that says what would be right. Its span is where the mistake is, which
/// may be before the position where the parser noticed it. `built` holds the tree as far as it was read.
Diagnostic explain_syntax(std::string_view source, const ParserError& error, const Builder& built);

}  // namespace skiff
