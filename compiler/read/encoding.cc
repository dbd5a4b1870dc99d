#include "read/encoding.h"

#include <cstdint>
#include <cstdio>
#include <optional>

namespace skiff {
namespace {

// A file in another encoding has an error on every line; the first few are enough.
constexpr std::size_t max_findings = 5;

// Length of the well-formed UTF-8 sequence at `at`, or 0 (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (first == 0xE0 && second < 0xA0) return 0;  // overlong
    if (first == 0xED && second > 0x9F) return 0;  // surrogates
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (first == 0xF0 && second < 0x90) return 0;
    if (first == 0xF4 && second > 0x8F) return 0;
    return continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::uint32_t code_point(std::string_view text, std::size_t at, std::size_t length) {
  const auto bits = [&](std::size_t i) { return static_cast<std::uint32_t>(text[at + i]) & 0x3FU; };
  switch (length) {
    case 2:
      return (static_cast<std::uint32_t>(text[at]) & 0x1FU) << 6 | bits(1);
    case 3:
      return (static_cast<std::uint32_t>(text[at]) & 0x0FU) << 12 | bits(1) << 6 | bits(2);
    default:
      return (static_cast<std::uint32_t>(text[at]) & 0x07U) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3);
  }
}

std::string in_hex(const char* format, std::uint32_t number) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, format, static_cast<unsigned>(number));
  return buffer;
}

struct Finding {
  std::string_view rule;
  std::string message;
};

// True for characters that change the direction of text or have no width: a review would show a text that differs from
// the one that is read (CVE-2021-42574).
bool deceives(std::uint32_t point) {
  return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) || point == 0x200B ||
         point == 0x2060;
}

std::optional<Finding> judge(std::uint32_t point) {
  if (point == 0x85 || point == 0x2028 || point == 0x2029) {
    return Finding{"SKF003",
                   "character " + in_hex("U+%04X", point) +
                       " ends a line for some YAML parsers and not for others; use a plain line end, or write "
                       "it as an escape in double quotes"};
  }
  const bool printable = !deceives(point) && point >= 0x20 && point != 0x7F && !(point >= 0x80 && point <= 0x9F) &&
                         point != 0xFEFF && point != 0xFFFE && point != 0xFFFF;
  if (printable) return std::nullopt;
  return Finding{"SKF002", "character " + in_hex("U+%04X", point) +
                               " is invisible and not allowed here; remove it, or write it as an escape in double "
                               "quotes"};
}

}  // namespace

std::size_t byte_order_mark(std::string_view text) { return text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0; }

Diagnostics check_encoding(std::string_view text) {
  Diagnostics found;
  const auto report = [&](std::size_t at, std::size_t length, Finding finding) {
    found.push_back({.rule = finding.rule,
                     .span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)},
                     .message = std::move(finding.message)});
  };
  const std::string_view start = text.substr(0, 2);
  if (start == "\xFF\xFE" || start == "\xFE\xFF") {
    report(0, 2, {"SKF001", "the file is UTF-16; save it as UTF-8"});
    return found;
  }
  std::size_t at = byte_order_mark(text);
  while (at < text.size() && found.size() < max_findings) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte < 0x7F) {
      ++at;
    } else if (byte == '\n' || byte == '\t') {
      ++at;
    } else if (byte == '\r') {
      const bool crlf = at + 1 < text.size() && text[at + 1] == '\n';
      if (!crlf) {
        report(at, 1, {"SKF003", "this carriage return has no line feed after it; end lines with LF (or CR LF)"});
      }
      ++at;
    } else if (byte < 0x80) {
      report(at, 1, *judge(byte));
      ++at;
    } else if (const std::size_t length = sequence_length(text, at)) {
      if (auto finding = judge(code_point(text, at, length))) report(at, length, std::move(*finding));
      at += length;
    } else {
      report(at, 1, {"SKF001", "byte " + in_hex("0x%02X", byte) + " is not UTF-8; save the file as UTF-8"});
      ++at;
    }
  }
  return found;
}

}  // namespace skiff
