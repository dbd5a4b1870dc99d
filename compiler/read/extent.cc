#include "read/extent.h"

#include <algorithm>

namespace skiff {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

std::uint32_t line_end(std::string_view source, std::uint32_t at) {
  std::size_t end = std::min(source.find('\n', at), source.size());
  if (end > at && source[end - 1] == '\r') --end;
  return static_cast<std::uint32_t>(end);
}

std::uint32_t column_of(std::string_view source, std::uint32_t at) {
  const std::size_t newline = at == 0 ? std::string_view::npos : source.rfind('\n', at - 1);
  return newline == std::string_view::npos ? at : at - static_cast<std::uint32_t>(newline) - 1;
}

std::uint32_t skip_separation(std::string_view source, std::uint32_t at) {
  while (at < source.size()) {
    if (is_space(source[at])) {
      ++at;
    } else if (source[at] == '#' && (at == 0 || is_space(source[at - 1]))) {
      at = line_end(source, at);
    } else {
      break;
    }
  }
  return at;
}

std::uint32_t word_end(std::string_view source, std::uint32_t at) {
  while (at < source.size() && std::string_view(" \t\r\n,]}").find(source[at]) == std::string_view::npos) ++at;
  return at;
}

std::uint32_t block_end(std::string_view source, std::uint32_t begin, std::uint32_t end) {
  while (end > begin && is_space(source[end - 1])) --end;
  return line_end(source, end);
}

}  // namespace skiff
