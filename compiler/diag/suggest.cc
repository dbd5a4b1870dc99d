#include "diag/suggest.h"

#include <algorithm>
#include <vector>

#include "text/ascii.h"

namespace skiff {
namespace {

constexpr std::size_t max_edits = 3;
// Two words that share only fewer letters have nothing in common.
constexpr std::size_t min_beginning = 3;

// Normalizes what users often get wrong in a name: its case, its separators, and letters that look like digits.
std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-' || c == '_' || c == ' ') continue;
    const char lower = to_lower(c);
    out += lower == 'o' ? '0' : lower == 'l' || lower == 'i' ? '1' : lower;
  }
  return out;
}

// The candidate that begins with the word, or with which the word begins: `login` for loginSets, `output` for out.
std::optional<std::string_view> same_beginning(const std::string& wanted, std::span<const std::string_view> known) {
  std::optional<std::string_view> nearest;
  std::size_t best = std::string::npos;
  for (const std::string_view candidate : known) {
    const std::string other = folded(candidate);
    const std::size_t shared = std::min(wanted.size(), other.size());
    const std::size_t rest = std::max(wanted.size(), other.size()) - shared;
    if (shared < min_beginning || wanted.compare(0, shared, other, 0, shared) != 0 || rest >= best) continue;
    best = rest;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > limit) return limit + 1;
  // Optimal string alignment. The swaps need three rows of the table.
  std::vector<std::size_t> two_above(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    std::size_t best = row[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
      best = std::min(best, row[j]);
    }
    if (best > limit) return limit + 1;
    std::swap(two_above, above);
    std::swap(above, row);
  }
  return std::min(above[b.size()], limit + 1);
}

bool same_word(std::string_view a, std::string_view b) { return folded(a) == folded(b); }

std::optional<std::string_view> suggest(std::string_view written, std::span<const std::string_view> known) {
  const std::string wanted = folded(written);
  if (wanted.empty()) return std::nullopt;
  std::optional<std::string_view> nearest;
  std::size_t best = max_edits + 1;
  for (const std::string_view candidate : known) {
    const std::string other = folded(candidate);
    if (other == wanted) return candidate;
    // Three edits would replace a word of three letters completely, so allow a third of the length, but at least one
    // edit.
    const std::size_t allowed =
        std::min(max_edits, std::max<std::size_t>(1, std::max(wanted.size(), other.size()) / 3));
    const std::size_t distance = edit_distance(wanted, other, allowed);
    if (distance > allowed || distance >= best || distance >= std::min(wanted.size(), other.size())) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest ? nearest : same_beginning(wanted, known);
}

std::string did_you_mean(std::string_view written, std::span<const std::string_view> known) {
  const auto near = suggest(written, known);
  return near ? "; did you mean \"" + std::string(*near) + "\"?" : std::string();
}

}  // namespace skiff
