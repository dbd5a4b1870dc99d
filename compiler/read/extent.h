#pragma once

#include <cstdint>
#include <string_view>

namespace skiff {

/// Where a thing begins and ends in a text that the parser has accepted so far.

/// Behind blanks, line ends and comments.
std::uint32_t skip_separation(std::string_view source, std::uint32_t at);

/// Behind an anchor, alias or tag: the next blank or, as in brackets, separator.
std::uint32_t word_end(std::string_view source, std::uint32_t at);

/// End of the last line with text of a block scalar, which the parser has read until `end`.
std::uint32_t block_end(std::string_view source, std::uint32_t begin, std::uint32_t end);

/// Bytes between the start of the line and `at`.
std::uint32_t column_of(std::string_view source, std::uint32_t at);

/// End of the line that `at` stands in, without its line end.
std::uint32_t line_end(std::string_view source, std::uint32_t at);

}  // namespace skiff
