#include "catalogue.h"

#include <stdexcept>
#include <utility>

#include "tree/catalogue.h"

namespace skiff::health {
namespace {

Level level_of(catalogue::Xid::Level level) {
  using Known = catalogue::Xid::Level;
  return level == Known::critical ? Level::critical : level == Known::warn ? Level::warn : Level::ok;
}

}  // namespace

Catalogue built_in_catalogue() {
  Catalogue found;
  for (const std::string_view id : catalogue::health_checks()) found.checks.emplace(id);
  for (const auto& [model, name, limit] : catalogue::thresholds())
    (model.empty() ? found.thresholds : found.models[std::string(model)].thresholds).emplace(name, limit.value);
  for (const auto& [model, code, level] : catalogue::xids())
    (model.empty() ? found.xids : found.models[std::string(model)].xids).emplace(code, level_of(level));
  return found;
}

void merge(Catalogue& into, const Catalogue& over) {
  for (const auto& [key, value] : over.thresholds) into.thresholds[key] = value;
  for (const auto& [code, level] : over.xids) into.xids[code] = level;
  for (const auto& [name, model] : over.models) {
    Model& known = into.models[name];
    for (const auto& [key, value] : model.thresholds) known.thresholds[key] = value;
    for (const auto& [code, level] : model.xids) known.xids[code] = level;
  }
}

std::int64_t threshold(const Catalogue& catalogue, std::string_view key, std::string_view model) {
  if (const auto known = catalogue.models.find(model); known != catalogue.models.end()) {
    const auto own = known->second.thresholds.find(key);
    if (own != known->second.thresholds.end()) return own->second;
  }
  const auto found = catalogue.thresholds.find(key);
  if (found == catalogue.thresholds.end()) throw std::logic_error("no threshold " + std::string(key));
  return found->second;
}

Level xid_level(const Catalogue& catalogue, int code, std::string_view model) {
  if (const auto known = catalogue.models.find(model); known != catalogue.models.end()) {
    const auto own = known->second.xids.find(code);
    if (own != known->second.xids.end()) return own->second;
  }
  const auto found = catalogue.xids.find(code);
  return found == catalogue.xids.end() ? Level::critical : found->second;
}

}  // namespace skiff::health
