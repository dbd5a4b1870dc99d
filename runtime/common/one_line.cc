#include "common/one_line.h"

namespace skiff {

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == 0x7f || c == '"' || c == '\'';
    if (!blank)
      line += c;
    else if (line.empty() || line.back() != ' ')
      line += ' ';
  }
  if (line.size() <= 200) return line;
  // Do not cut a UTF-8 character in two.
  std::size_t end = 200;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  line.resize(end);
  return line;
}

}  // namespace skiff
