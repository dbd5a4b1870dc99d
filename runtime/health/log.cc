#include "log.h"

#include <fcntl.h>
#include <unistd.h>

namespace skiff::health {

void append_log(const std::string& path, const std::vector<std::string>& lines) {
  if (path.empty() || lines.empty()) return;
  // A pipe without a reader must not block the run.
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return;
  for (const auto& line : lines) {
    const std::string text = "skiff-health: " + line + "\n";
    if (write(file, text.data(), text.size()) < 0) break;
  }
  close(file);
}

std::vector<std::string> changes(const std::vector<Outcome>& outcomes, State& state) {
  std::vector<std::string> lines;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.verdict) continue;
    const Level level = outcome.verdict->level;
    const auto before = state.levels.find(outcome.id);
    const Level last = before == state.levels.end() ? Level::ok : before->second;
    if (level != last)
      lines.push_back(std::string(name_of(level)) + ": " + outcome.id + ": " + outcome.verdict->detail);
    state.levels[outcome.id] = level;
  }
  return lines;
}

}  // namespace skiff::health
