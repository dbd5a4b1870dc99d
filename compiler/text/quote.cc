#include "text/quote.h"

#include <cstddef>

#include "text/hex.h"

namespace skiff {
namespace {

// Longer values are truncated, because a message is one line.
constexpr std::size_t max_shown = 80;

}  // namespace

void append_escaped(std::string& out, char c, std::string_view control) {
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
    out += control;
    out += hex_digits[c >> 4];
    out += hex_digits[c & 0xf];
  } else {
    out += c;
  }
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += c;
    else
      append_escaped(out, c, "\\x");
  }
  return out;
}

std::string quote(std::string_view text) {
  std::string out = "\"";
  std::size_t shown = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (!continues && ++shown > max_shown) {
      out += "...";
      break;
    }
    append_escaped(out, c, "\\x");
  }
  return out + "\"";
}

}  // namespace skiff
