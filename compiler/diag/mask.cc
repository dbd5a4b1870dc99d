#include "diag/mask.h"

#include <algorithm>

#include "text/ascii.h"

namespace skiff {
namespace {

// Replaces the bytes of [from, to). Spaces stay.
void mask(std::string& text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i)
    if (text[i] != ' ') text[i] = '*';
}

// Where the value after a name begins that ends before `at` with `:` or `=`; npos if it is no value on this line.
std::size_t value_after(const std::string& text, std::size_t at) {
  at = text.find_first_not_of("\"' ", at);
  if (at == std::string::npos || (text[at] != ':' && text[at] != '=')) return std::string::npos;
  at = text.find_first_not_of(' ', at + 1);
  // `{` begins a map, such as `{secretName: NAME}`.
  return at == std::string::npos || text[at] == '{' ? std::string::npos : at;
}

std::size_t value_end(const std::string& text, std::size_t begin) {
  const char quote = text[begin];
  const std::size_t end =
      quote == '"' || quote == '\'' ? text.find(quote, begin + 1) : text.find_first_of(",}]", begin);
  return std::min(end, text.size());
}

}  // namespace

std::string masked(std::string_view text) {
  std::string out(text);
  constexpr std::string_view header = "PRIVATE KEY-----";
  if (const std::size_t key = out.find(header); key != std::string::npos) mask(out, key + header.size(), out.size());
  const std::string lower = to_lower(out);
  for (const std::string_view name : {"password", "passwd", "pass", "token"}) {
    for (std::size_t at = lower.find(name); at != std::string::npos; at = lower.find(name, at + 1)) {
      const std::size_t begin = value_after(lower, at + name.size());
      if (begin != std::string::npos) mask(out, begin, value_end(lower, begin));
    }
  }
  return out;
}

}  // namespace skiff
