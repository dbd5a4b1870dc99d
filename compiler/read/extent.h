#pragma once

#include <cstdint>
#include <string_view>

namespace skiff {

// These functions find where tokens begin and end in a text. The parser has accepted the text up to that position.

/// The first position at or after `at` that is not white space, a line end or part of a comment.
std::uint32_t skip_separation(std::string_view source, std::uint32_t at);

/// The end of the anchor, alias or tag at `at`: the next white space, or the next comma or closing bracket.
std::uint32_t word_end(std::string_view source, std::uint32_t at);

/// The end of the last line with text in a block scalar. The parser has read the scalar from `begin` to `end`.
std::uint32_t block_end(std::string_view source, std::uint32_t begin, std::uint32_t end);

/// The number of bytes between the start of the line and `at`.
std::uint32_t column_of(std::string_view source, std::uint32_t at);

/// The end of the line that contains `at`, without its line end.
std::uint32_t line_end(std::string_view source, std::uint32_t at);

}  // namespace skiff
