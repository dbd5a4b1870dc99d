#include "embed/pattern.h"

#include <bitset>
#include <cstdio>

namespace skiff::embed {
namespace {

using Class = std::bitset<256>;

std::string number(std::size_t byte) {
  char text[5];
  std::snprintf(text, sizeof text, "\\x%02x", static_cast<unsigned>(byte));
  return text;
}

std::string written(const Class& set) {
  std::string ranges;
  for (std::size_t first = 0; first < set.size(); ++first) {
    if (!set[first]) continue;
    std::size_t last = first;
    while (last + 1 < set.size() && set[last + 1]) ++last;
    ranges += number(first) + "-" + number(last);
    first = last;
  }
  return "[" + ranges + "]";
}

/// Translates a pattern in one pass. Groups and repetitions are the same in both languages, so they are copied.
class Translation {
 public:
  explicit Translation(std::string_view pattern) : rest_(pattern) {}

  std::string write() {
    if (!rest_.starts_with('^') || !rest_.ends_with('$') || rest_.size() < 2)
      throw PatternFault("a pattern must cover the whole value: ^...$");
    rest_ = rest_.substr(1, rest_.size() - 2);
    while (!rest_.empty()) part();
    return out_;
  }

 private:
  void part() {
    const char c = rest_.front();
    if (c == '[') return bracket();
    if (c == '{') return count();
    if (c == '^' || c == '$' || c == '.')
      throw PatternFault(std::string("list the allowed characters instead of ") + c);
    if (c == '|' && depth_ == 0) throw PatternFault("alternatives need parentheses: ^(a|b)$");
    if (rest_.starts_with("(?")) throw PatternFault("parentheses can only group: (...)");
    if (c == '(') ++depth_;
    if (c == ')') --depth_;
    if (std::string_view("()|?*+").find(c) != std::string_view::npos) {
      out_ += take();
    } else {
      out_ += written(named(Class().set(character())));
    }
  }

  char take() {
    if (rest_.empty()) throw PatternFault("a class or an escape is incomplete");
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  // Takes one character, which may be escaped.
  std::size_t character() {
    const char c = take();
    if (static_cast<unsigned char>(c) >= 0x80) throw PatternFault("a pattern must be ASCII");
    if (c != '\\') return static_cast<std::size_t>(c);
    const char escaped = take();
    if (escaped == 'x') return hexadecimal();
    const bool word = (escaped >= '0' && escaped <= '9') || (escaped >= 'A' && escaped <= 'Z') ||
                      (escaped >= 'a' && escaped <= 'z') || static_cast<unsigned char>(escaped) >= 0x80;
    if (word) throw PatternFault(std::string("unsupported escape: \\") + escaped + "; write a class, [...]");
    return static_cast<std::size_t>(escaped);
  }

  std::size_t hexadecimal() {
    const std::string digits = {take(), take()};
    if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
      throw PatternFault("\\x needs two hexadecimal digits");
    const std::size_t code = std::stoul(digits, nullptr, 16);
    if (code >= 0x80) throw PatternFault("a pattern must be ASCII");
    return code;
  }

  void bracket() {
    take();
    const bool excludes = rest_.starts_with('^');
    if (excludes) take();
    Class set;
    while (!rest_.starts_with(']')) {
      const std::size_t first = character();
      std::size_t last = first;
      if (rest_.starts_with('-') && !rest_.starts_with("-]")) {
        take();
        last = character();
      }
      if (last < first) throw PatternFault("a range must be in ascending order");
      for (std::size_t c = first; c <= last; ++c) set.set(c);
    }
    take();
    if (excludes) {
      set.flip();
      if (rest_.starts_with('{')) throw PatternFault("a negated class cannot have a count");
    }
    if (set.none()) throw PatternFault("a class must not be empty");
    out_ += written(named(set));
  }

  // The class itself. Throws PatternFault if it contains NUL, which ends the text for the matcher.
  static const Class& named(const Class& set) {
    if (set[0]) throw PatternFault("a pattern must not match \\x00; exclude it: [^\\x00...]");
    return set;
  }

  void count() {
    const std::size_t end = rest_.find('}');
    const std::string_view digits = rest_.substr(1, end == rest_.npos ? end : end - 1);
    if (end == rest_.npos || digits.empty() || digits.find_first_not_of("0123456789,") != digits.npos)
      throw PatternFault("write a count as {n}, {n,} or {n,m}");
    out_ += rest_.substr(0, end + 1);
    rest_.remove_prefix(end + 1);
  }

  std::string_view rest_;
  std::string out_;
  int depth_ = 0;
};

}  // namespace

std::string re2c_expression(std::string_view pattern) { return Translation(pattern).write(); }

// The expression ends with a NUL. Only the longest match can end at the NUL that terminates the text, because a class
// never contains NUL.
std::string matcher(const std::string& name, std::string_view pattern) {
  return "bool " + name +
         "(const std::string& text) {\n"
         "  const auto* YYCURSOR = reinterpret_cast<const unsigned char*>(text.c_str());\n"
         "  const auto* const end = YYCURSOR + text.size();\n"
         "  [[maybe_unused]] const unsigned char* YYMARKER = YYCURSOR;\n"
         "  /*!re2c\n"
         "    re2c:define:YYCTYPE = \"unsigned char\";\n"
         "    re2c:yyfill:enable = 0;\n"
         "    (" +
         re2c_expression(pattern) +
         ") \"\\x00\" { return YYCURSOR - 1 == end; }\n"
         "    * { return false; }\n"
         "  */\n"
         "}\n\n";
}

}  // namespace skiff::embed
