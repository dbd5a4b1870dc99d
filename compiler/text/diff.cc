#include "text/diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace skiff {
namespace {

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));  // with its line end, so that a missing line end is a difference
    text.remove_prefix(end + 1);
  }
  return lines;
}

// The longest common subsequence is computed with the standard table. If the table would be larger than this, the
// middle is shown as completely replaced.
constexpr std::size_t table_limit = 25'000'000;

void append_middle(std::vector<DiffLine>& edits, const Lines& a, const Lines& b) {
  const std::size_t rows = a.size() + 1;
  const std::size_t columns = b.size() + 1;
  if (rows * columns > table_limit) {
    for (const auto line : a) edits.push_back({'-', line});
    for (const auto line : b) edits.push_back({'+', line});
    return;
  }
  std::vector<std::uint32_t> common(rows * columns, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i * columns + j] = a[i] == b[j] ? common[(i + 1) * columns + j + 1] + 1
                                             : std::max(common[(i + 1) * columns + j], common[i * columns + j + 1]);
    }
  }
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      edits.push_back({' ', a[i]});
      ++i;
      ++j;
    } else if (j == b.size() || (i < a.size() && common[(i + 1) * columns + j] >= common[i * columns + j + 1])) {
      edits.push_back({'-', a[i++]});
    } else {
      edits.push_back({'+', b[j++]});
    }
  }
}

}  // namespace

std::vector<DiffLine> diff_lines(std::string_view before_text, std::string_view after_text) {
  const Lines before = split(before_text);
  const Lines after = split(after_text);
  std::size_t head = 0;
  while (head < before.size() && head < after.size() && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < before.size() - head && tail < after.size() - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  std::vector<DiffLine> edits;
  for (std::size_t i = 0; i < head; ++i) edits.push_back({' ', before[i]});
  const auto middle = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head), lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  append_middle(edits, middle(before), middle(after));
  for (std::size_t i = before.size() - tail; i < before.size(); ++i) edits.push_back({' ', before[i]});
  return edits;
}

std::string unified_diff(std::string_view before, std::string_view after) {
  if (before == after) return "";
  constexpr std::size_t context = 3;
  const std::vector<DiffLine> edits = diff_lines(before, after);
  std::vector<bool> shown(edits.size(), false);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].mark == ' ') continue;
    const std::size_t from = i < context ? 0 : i - context;
    for (std::size_t j = from; j <= std::min(i + context, edits.size() - 1); ++j) shown[j] = true;
  }
  std::string out;
  std::size_t old_line = 1;
  std::size_t new_line = 1;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (shown[i] && (i == 0 || !shown[i - 1])) {
      out += "@@ -" + std::to_string(old_line) + " +" + std::to_string(new_line) + " @@\n";
    }
    if (shown[i]) {
      out += edits[i].mark;
      out += edits[i].text;
      if (!edits[i].text.ends_with('\n')) out += "\n\\ no line end\n";
    }
    if (edits[i].mark != '+') ++old_line;
    if (edits[i].mark != '-') ++new_line;
  }
  return out;
}

}  // namespace skiff
