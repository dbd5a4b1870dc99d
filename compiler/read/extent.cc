#include "read/extent.h"

#include <algorithm>

namespace skiff {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// A plain scalar has no escapes, so its value is its text with each run of white space folded.
std::uint32_t plain_end(std::string_view source, std::uint32_t begin, std::string_view value) {
  std::size_t at = begin;
  std::size_t i = 0;
  while (i < value.size() && at < source.size()) {
    if (is_space(value[i])) {
      while (i < value.size() && is_space(value[i])) ++i;
      while (at < source.size() && is_space(source[at])) ++at;
    } else {
      ++i;
      ++at;
    }
  }
  return static_cast<std::uint32_t>(at);
}

std::uint32_t quoted_end(std::string_view source, std::uint32_t begin) {
  const char quote = source[begin];
  std::size_t at = begin + 1;
  while (at < source.size()) {
    if (quote == '"' && source[at] == '\\') {
      at += 2;
    } else if (source[at] == quote) {
      if (quote == '"' || at + 1 >= source.size() || source[at + 1] != quote) return static_cast<std::uint32_t>(at + 1);
      at += 2;
    } else {
      ++at;
    }
  }
  return static_cast<std::uint32_t>(source.size());
}

std::uint32_t block_end(std::string_view source, std::uint32_t begin, int parent_column) {
  std::uint32_t end = line_end(source, begin);
  int indent = -1;  // not known before the first line with text, unless the header says it
  for (std::uint32_t i = begin + 1; i < end && (source[i] == '+' || source[i] == '-' || is_space(source[i]) ||
                                                (source[i] >= '1' && source[i] <= '9'));
       ++i) {
    if (source[i] >= '1' && source[i] <= '9') indent = std::max(parent_column, 0) + (source[i] - '0');
  }
  std::size_t line = source.find('\n', end);
  while (line != std::string_view::npos && ++line < source.size()) {
    std::size_t text = line;
    while (text < source.size() && source[text] == ' ') ++text;
    const std::uint32_t stop = line_end(source, static_cast<std::uint32_t>(line));
    if (text < stop) {
      const int column = static_cast<int>(text - line);
      if (indent < 0 && column > parent_column) indent = column;
      if (indent < 0 || column < indent) break;
      end = stop;
    }
    line = source.find('\n', stop);
  }
  return end;
}

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

std::uint32_t skip_properties(std::string_view source, std::uint32_t at) {
  while (at < source.size() && (source[at] == '&' || source[at] == '!')) {
    while (at < source.size() && !is_space(source[at])) ++at;
    at = skip_separation(source, at);
  }
  return at;
}

std::uint32_t scalar_end(std::string_view source, std::uint32_t begin, std::string_view value, int parent_column) {
  if (begin >= source.size()) return static_cast<std::uint32_t>(source.size());
  switch (source[begin]) {
    case '"':
    case '\'':
      return quoted_end(source, begin);
    case '|':
    case '>':
      return block_end(source, begin, parent_column);
    default:
      return plain_end(source, begin, value);
  }
}

std::uint32_t flow_end(std::string_view source, std::uint32_t from, char close) {
  std::uint32_t at = skip_separation(source, from);
  while (at < source.size() && source[at] != close) at = skip_separation(source, at + 1);
  return std::min(at + 1, static_cast<std::uint32_t>(source.size()));
}

}  // namespace skiff
