#include "level.h"

#include <array>
#include <utility>

namespace skiff::health {
namespace {

constexpr std::array<std::string_view, 4> names = {"ok", "warn", "critical", "unknown"};

int rank(Level level) {
  constexpr std::array ranks = {0, 2, 3, 1};
  return ranks[static_cast<std::size_t>(level)];
}

}  // namespace

std::string_view name_of(Level level) { return names[static_cast<std::size_t>(level)]; }

std::optional<Level> level_named(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Level>(i);
  return std::nullopt;
}

Level worse(Level a, Level b) { return rank(a) >= rank(b) ? a : b; }

void Findings::add(Level level, std::string text) {
  worst_ = worse(worst_, level);
  // The same kernel message may occur a thousand times.
  for (const auto& [known, said] : texts_)
    if (known == level && said == text) return;
  texts_.emplace_back(level, std::move(text));
}

Result Findings::result(std::string good) const {
  if (texts_.empty()) return {Level::ok, std::move(good), {}};
  Result result{worst_, {}, {}};
  for (const auto& [level, text] : texts_) {
    if (level != worst_) continue;
    if (!result.detail.empty()) result.detail += "; ";
    result.detail += text;
  }
  return result;
}

}  // namespace skiff::health
