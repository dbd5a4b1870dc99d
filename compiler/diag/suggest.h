#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace skiff {

/// The number of edits that turn one text into the other: insertions, deletions, substitutions, and swaps of adjacent
/// characters. Returns `limit + 1` if there are more than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// True if two names differ at most in upper and lower case, in `-` and `_`, and in digits that look like letters.
bool same_word(std::string_view a, std::string_view b);

/// The word that was probably meant, or std::nullopt. This is a word that satisfies `same_word`, or else the nearest
/// one within three edits, or else one that begins like `written`, as `login` for loginSets. A word that has almost
/// nothing in common with `written` is never suggested. If several words are equally near, the first one is suggested.
std::optional<std::string_view> suggest(std::string_view written, std::span<const std::string_view> known);

/// `; did you mean "x"?`, to append to a message. Empty if there is no suggestion.
std::string did_you_mean(std::string_view written, std::span<const std::string_view> known);

}  // namespace skiff
