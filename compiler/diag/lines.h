#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace skiff {

/// A place as people count: line and column from 1, columns in code points.
struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  friend bool operator==(const Place&, const Place&) = default;
};

/// Turns byte offsets into places. Spans stay bytes until something is printed.
class LineTable {
 public:
  explicit LineTable(std::string_view source);

  Place place(std::uint32_t at) const;
  /// The text of a line, without its line end; empty beyond the last one.
  std::string_view line(std::uint32_t number) const;
  /// Number of lines; a text that ends in a line end has no further line behind it.
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }

 private:
  std::string_view source_;
  std::vector<std::uint32_t> starts_;
};

/// Code points in UTF-8 text; a byte that belongs to none counts as one.
std::uint32_t code_points(std::string_view text);

}  // namespace skiff
