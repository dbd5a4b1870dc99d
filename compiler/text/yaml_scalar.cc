#include "text/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "text/ascii.h"
#include "text/hex.h"

namespace skiff {
namespace {

// Words that YAML 1.1 or 1.2 reads as a boolean or null, and the words for floats, which some parsers accept without
// the leading dot.
bool is_reserved(std::string_view text) {
  static constexpr std::array<std::string_view, 12> words = {"y",    "n",     "yes",  "no",   "on",  "off",
                                                             "true", "false", "null", "none", "inf", "nan"};
  if (text.size() > 5) return false;
  return std::ranges::any_of(words, [&](std::string_view word) {
    return word.front() == to_lower(text.front()) && same_but_case(word, text);
  });
}

// A text that starts with a digit may be a number, a date or a time. It is certainly a string if it contains a letter
// that their notations do not use. They use only a-f, x, o, t and z (0x1F, 1e3, 0o17, 2001-12-14t21:59:43z), so `10m`,
// `16Gi` and `30s` are strings.
bool has_telling_letter(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const char l = to_lower(c);
    return l >= 'g' && l <= 'y' && l != 'o' && l != 't' && l != 'x';
  });
}

bool may_start_plain(std::string_view text) {
  const char first = text.front();
  if (is_letter(first)) return !is_reserved(text);
  if (is_digit(first)) return has_telling_letter(text);
  if (first == '/' || first == '_' || first == '$') return true;
  if (first != '-') return false;
  // The text may be an option such as -D or --conf-server, but not a number, an indicator or a document marker.
  const std::size_t name = text.starts_with("--") ? 2 : 1;
  return text.size() > name && is_letter(text[name]);
}

// Characters that are harmless anywhere in a plain scalar. Almost all text has no others.
constexpr std::array<bool, 256> harmless = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0x21; c < 0x7f; ++c) table[c] = c != ':' && c != '#';
  return table;
}();

const char* first_harmful(const char* at, const char* end) {
  return std::find_if_not(at, end, [](char c) { return harmless[static_cast<unsigned char>(c)]; });
}

bool is_plain(std::string_view text) {
  if (text.empty() || !may_start_plain(text) || text.back() == ' ' || text.back() == ':') return false;
  const char* const end = text.data() + text.size();
  for (const char* at = first_harmful(text.data(), end); at != end; at = first_harmful(at + 1, end)) {
    if (*at < 0x20 || *at > 0x7e) return false;
    if (*at == ':' && at[1] == ' ') return false;
    if (*at == '#' && at[-1] == ' ') return false;
  }
  return true;
}

struct Point {
  std::uint32_t code = 0;
  std::size_t size = 0;  // in bytes; 0 if this is not UTF-8
};

Point decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + size > text.size()) return {};
  std::uint32_t code = first & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(at + i) & 0x3fU);
  }
  const bool overlong = code < (size == 4 ? 0x10000U : size == 3 ? 0x800U : 0x80U);
  if (overlong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {code, size};
}

// The code points that YAML allows unescaped, without the line breaks of YAML 1.1 (NEL, LS, PS) and the byte order
// mark.
bool is_printable(std::uint32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  return code != 0x2028 && code != 0x2029 && code != 0xfeff && code != 0xfffe && code != 0xffff;
}

bool is_block(std::string_view text) {
  bool blank = true;
  bool blank_line = true;
  for (std::size_t i = 0; i < text.size();) {
    if (harmless[static_cast<unsigned char>(text[i])]) {
      blank = blank_line = false;
      ++i;
      continue;
    }
    const auto [code, size] = decode(text, i);
    if (size == 0) return false;
    i += size;
    if (code == '\n') {
      blank_line = true;
    } else if (code == ' ' || code == '\t') {
      continue;
    } else if (!is_printable(code)) {
      return false;
    } else {
      blank = blank_line = false;
    }
  }
  // Parsers disagree about a block that has only spaces, and about one whose last line has only spaces and no line end.
  return !blank && (!blank_line || text.back() == '\n');
}

void append_escape(std::string& out, std::uint32_t code) {
  const int width = code > 0xffff ? 8 : code > 0xff ? 4 : 2;
  out += width == 8 ? "\\U" : width == 4 ? "\\u" : "\\x";
  for (int shift = 4 * (width - 1); shift >= 0; shift -= 4) out += hex_digits[code >> shift & 0xf];
}

}  // namespace

ScalarStyle scalar_style(std::string_view text) {
  if (is_plain(text)) return ScalarStyle::plain;
  if (text.find('\n') != std::string_view::npos && is_block(text)) return ScalarStyle::block;
  return ScalarStyle::quoted;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const auto [code, size] = decode(text, i);
    if (size == 0) throw std::logic_error("a string for YAML is not UTF-8");
    if (code == '"' || code == '\\') {
      out += '\\';
      out += static_cast<char>(code);
    } else if (code == '\n') {
      out += "\\n";
    } else if (code == '\t') {
      out += "\\t";
    } else if (is_printable(code)) {
      out += text.substr(i, size);
    } else {
      append_escape(out, code);
    }
    i += size;
  }
  out += '"';
}

std::string yaml_scalar(std::string_view text) {
  if (scalar_style(text) == ScalarStyle::plain) return std::string(text);
  std::string quoted;
  append_quoted(quoted, text);
  return quoted;
}

}  // namespace skiff
