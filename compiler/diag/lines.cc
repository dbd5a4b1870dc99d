#include "diag/lines.h"

#include <algorithm>

namespace skiff {

std::uint32_t code_points(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

LineTable::LineTable(std::string_view source) : source_(source), starts_{0} {
  for (std::size_t at = source.find('\n'); at != std::string_view::npos; at = source.find('\n', at + 1)) {
    if (at + 1 < source.size()) starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

Place LineTable::place(std::uint32_t at) const {
  at = std::min(at, static_cast<std::uint32_t>(source_.size()));
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), at);
  const auto number = static_cast<std::uint32_t>(next - starts_.begin());
  std::uint32_t start = starts_[number - 1];
  if (number == 1 && source_.substr(0, 3) == "\xEF\xBB\xBF" && at >= 3) start = 3;  // skip the byte order mark
  return {number, code_points(source_.substr(start, at - start)) + 1};
}

std::string_view LineTable::line(std::uint32_t number) const {
  if (number == 0 || number > starts_.size()) return {};
  std::uint32_t begin = starts_[number - 1];
  std::size_t end = std::min(source_.find('\n', begin), source_.size());
  if (end > begin && source_[end - 1] == '\r') --end;
  if (number == 1 && source_.substr(0, 3) == "\xEF\xBB\xBF") begin = 3;
  return source_.substr(begin, end - begin);
}

}  // namespace skiff
