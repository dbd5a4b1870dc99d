#include "report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace skiff::health {

using nlohmann::ordered_json;

Level overall(const std::vector<Outcome>& outcomes) {
  Level level = Level::ok;
  for (const Outcome& outcome : outcomes)
    if (outcome.verdict) level = worse(level, outcome.verdict->level);
  return level;
}

std::string json_line(const Node& node, const std::vector<Outcome>& outcomes, std::chrono::milliseconds took) {
  ordered_json checks = ordered_json::array(), inapplicable = ordered_json::array();
  for (const Outcome& outcome : outcomes) {
    if (!outcome.verdict) {
      inapplicable.push_back(outcome.id);
    } else {
      checks.push_back({{"id", outcome.id},
                        {"level", name_of(outcome.verdict->level)},
                        {"detail", outcome.verdict->detail},
                        {"ms", outcome.took.count()}});
    }
  }
  const ordered_json line = {
      {"node", node.name},  {"as", name_of(node.as)}, {"level", name_of(overall(outcomes))}, {"time", node.now},
      {"ms", took.count()}, {"checks", checks},       {"inapplicable", inapplicable}};
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string table(const std::vector<Outcome>& outcomes) {
  std::string text;
  std::size_t width = 5;
  for (const Outcome& outcome : outcomes) width = std::max(width, outcome.id.size());
  for (const Level level : {Level::critical, Level::warn, Level::unknown, Level::ok}) {
    for (const Outcome& outcome : outcomes) {
      if (!outcome.verdict || outcome.verdict->level != level) continue;
      std::string name(name_of(level));
      text += name + std::string(10 - name.size(), ' ') + outcome.id + std::string(width + 2 - outcome.id.size(), ' ') +
              outcome.verdict->detail + "\n";
    }
  }
  return text;
}

}  // namespace skiff::health
