#include "verify/slurm_table.h"

#include "text/ascii.h"

namespace skiff {

int compare_words(std::string_view a, std::string_view b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i]) continue;
    const char x = to_lower(a[i]), y = to_lower(b[i]);
    if (x != y) return x < y ? -1 : 1;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

std::string release_text(std::uint32_t release) {
  const auto two = [](std::uint32_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  std::string text = two(release / 10000) + '.' + two(release / 100 % 100);
  if (release % 100 != 0) text += '.' + std::to_string(release % 100);
  return text;
}

}  // namespace skiff
