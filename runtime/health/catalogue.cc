#include "catalogue.h"

#include <charconv>
#include <stdexcept>
#include <utility>

#include "embedded/catalogue.h"

namespace skiff::health {
namespace {

const Template& table() { return catalogue::health; }

[[noreturn]] void fail(const TemplateNode& node, const char* what) {
  throw std::logic_error(std::string(table().path) + ":" + std::to_string(node.line) + ": " + what);
}

// Calls `visit(position)` for each member of the map or list at `parent`.
template <class F>
void each(std::size_t parent, F&& visit) {
  const auto nodes = table().nodes;
  const std::size_t end = parent + nodes[parent].size;
  for (std::size_t at = parent + 1; at < end; at += nodes[at].size) visit(at);
}

std::int64_t number(const TemplateNode& node) {
  std::int64_t value = 0;
  const char* end = node.text.data() + node.text.size();
  if (std::from_chars(node.text.data(), end, value).ptr != end) fail(node, "is not a number");
  return value;
}

Thresholds thresholds_at(std::size_t at) {
  Thresholds found;
  each(at, [&](std::size_t member) {
    const TemplateNode& node = table().nodes[member];
    found.emplace(node.key, number(node));
  });
  return found;
}

Xids xids_at(std::size_t at) {
  Xids found;
  each(at, [&](std::size_t list) {
    const TemplateNode& node = table().nodes[list];
    const auto level = level_named(node.key);
    if (!level) fail(node, "is not a level");
    each(list, [&](std::size_t item) {
      const auto code = static_cast<int>(number(table().nodes[item]));
      if (!found.emplace(code, *level).second) fail(table().nodes[item], "stands here twice");
    });
  });
  return found;
}

Model model_at(std::size_t at) {
  Model model;
  each(at, [&](std::size_t member) {
    const TemplateNode& node = table().nodes[member];
    if (node.key == "thresholds") {
      model.thresholds = thresholds_at(member);
    } else if (node.key == "xids") {
      model.xids = xids_at(member);
    } else {
      fail(node, "is not known of a model");
    }
  });
  return model;
}

}  // namespace

Catalogue built_in_catalogue() {
  Catalogue found;
  each(0, [&](std::size_t part) {
    const TemplateNode& node = table().nodes[part];
    if (node.key == "thresholds") {
      found.thresholds = thresholds_at(part);
    } else if (node.key == "xids") {
      found.xids = xids_at(part);
    } else if (node.key == "models") {
      each(part, [&](std::size_t model) { found.models.emplace(table().nodes[model].key, model_at(model)); });
    } else if (node.key == "checks") {
      each(part, [&](std::size_t item) { found.checks.insert(std::string(table().nodes[item].text)); });
    } else {
      fail(node, "is not known");
    }
  });
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
