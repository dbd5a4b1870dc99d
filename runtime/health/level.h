#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::health {

/// What a check found. The numbers are the exit codes of this program and of the site's own checks.
enum class Level { ok = 0, warn = 1, critical = 2, unknown = 3 };

/// `ok`, `warn`, `critical`, `unknown`.
std::string_view name_of(Level level);
std::optional<Level> level_named(std::string_view name);

/// The worse of two levels. The order is critical, warn, unknown, ok. Unknown is less bad than a warning, because it
/// says nothing about the node.
Level worse(Level a, Level b);

struct Result {
  Level level = Level::ok;
  std::string detail;
  /// What the check remembers for the next periodic run, in a format of its own.
  std::optional<std::string> memory;
};

/// None if the check does not apply to this node or job.
using Verdict = std::optional<Result>;

/// Combines what a check finds on several devices into one result: the worst level, and each text of that level.
class Findings {
 public:
  void add(Level level, std::string text);
  bool empty() const { return texts_.empty(); }
  /// `good` is the detail if nothing was added.
  Result result(std::string good) const;

 private:
  Level worst_ = Level::ok;
  std::vector<std::pair<Level, std::string>> texts_;
};

}  // namespace skiff::health
