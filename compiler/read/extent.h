#pragma once

#include <cstdint>
#include <string_view>

namespace skiff {

/// yaml-cpp tells where a node begins but not where it ends; these recover it from the text that it has accepted.

/// Where the node itself begins: `at` behind an anchor and a tag, and what separates them from the node.
std::uint32_t skip_properties(std::string_view source, std::uint32_t at);

/// Behind blanks, line ends and comments.
std::uint32_t skip_separation(std::string_view source, std::uint32_t at);

/// End of a scalar of any style that begins at `begin`. `parent_column` is the column of the block collection around
/// it, -1 for none: a block scalar's own indentation counts from there.
std::uint32_t scalar_end(std::string_view source, std::uint32_t begin, std::string_view value, int parent_column);

/// Behind the next `close` bracket, from the end of the collection's last item on.
std::uint32_t flow_end(std::string_view source, std::uint32_t from, char close);

/// Bytes between the start of the line and `at`.
std::uint32_t column_of(std::string_view source, std::uint32_t at);

/// End of the line that `at` stands in, without its line end.
std::uint32_t line_end(std::string_view source, std::uint32_t at);

}  // namespace skiff
