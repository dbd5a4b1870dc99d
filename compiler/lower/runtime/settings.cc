#include "lower/runtime/settings.h"

#include <utility>

#include "tree/json_lines.h"

namespace skiff {

Value settings_map(Value sometimes, const Value& always) {
  for (const Member& member : always.members) sometimes.add(member.key, member.value);
  sometimes.origin |= always.origin;
  return sometimes;
}

MapFile settings_file(std::string key, std::string path, const Value& settings) {
  MapFile made{std::move(key), {std::move(path), {}, {}}};
  append_json_lines(made.file, settings);
  return made;
}

}  // namespace skiff
