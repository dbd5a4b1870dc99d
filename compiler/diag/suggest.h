#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace skiff {

/// Edits that make one text of the other: insertions, deletions, substitutions, and swaps of neighbours. Gives up above
/// `limit`, with `limit + 1`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// True if two names differ at most in upper and lower case, in `-` and `_`, and in digits that look like letters.
bool same_word(std::string_view a, std::string_view b);

/// The word that was probably meant: one that differs in upper and lower case, `-` and `_` only, else the nearest
/// within three edits, and never one that shares next to nothing with what was written. The first of several that are
/// equally near.
std::optional<std::string_view> suggest(std::string_view written, std::span<const std::string_view> known);

/// `; did you mean "x"?`, or nothing: what goes behind a message.
std::string did_you_mean(std::string_view written, std::span<const std::string_view> known);

}  // namespace skiff
