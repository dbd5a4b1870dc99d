#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace skiff {

/// A location for users: line and column counted from 1, columns in code points.
struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  friend bool operator==(const Place&, const Place&) = default;
};

/// Converts byte offsets to locations. Spans are in bytes until something is printed.
class LineTable {
 public:
  explicit LineTable(std::string_view source);

  Place place(std::uint32_t at) const;
  /// The text of a line, without its line end. Empty after the last line.
  std::string_view line(std::uint32_t number) const;
  /// The number of lines. A line end at the end of the text does not begin another line.
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }

 private:
  std::string_view source_;
  std::vector<std::uint32_t> starts_;
};

/// The number of code points in UTF-8 text. All bytes except continuation bytes are counted.
std::uint32_t code_points(std::string_view text);

}  // namespace skiff
