#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::health {

/// What a check found. The numbers are the exit codes of the program and of users' own checks.
enum class Level { ok = 0, warn = 1, critical = 2, unknown = 3 };

/// `ok`, `warn`, `critical`, `unknown`.
std::string_view name_of(Level level);
std::optional<Level> level_named(std::string_view name);

/// The worse of two: critical, warn, unknown, ok. Unknown stands below a warning: it says nothing of the node.
Level worse(Level a, Level b);

struct Result {
  Level level = Level::ok;
  std::string detail;
  /// What the check wants to find again at the next periodic run, in a form of its own.
  std::optional<std::string> memory;
};

/// None where the check does not apply to this node or job.
using Verdict = std::optional<Result>;

/// Gathers what a check finds on several devices into one result: the worst level, and each text of that level.
class Findings {
 public:
  void add(Level level, std::string text);
  bool empty() const { return texts_.empty(); }
  /// `good` is the detail where nothing was added.
  Result result(std::string good) const;

 private:
  Level worst_ = Level::ok;
  std::vector<std::pair<Level, std::string>> texts_;
};

}  // namespace skiff::health
