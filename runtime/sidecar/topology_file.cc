#include "sidecar/topology_file.h"

#include <map>
#include <set>
#include <string_view>

#include "common/files.h"
#include "text/hostlist.h"
#include "text/split.h"

namespace skiff::sidecar {
namespace {

constexpr std::string_view first_line = "# The network topology. Made by skiff";

/// What a topology.yaml of skiff has.
struct TopologyFile {
  std::map<std::string, std::set<std::string>> units;  ///< of each topology: its blocks or switches
  std::set<std::string> nodes;
};

/// The value of a line such as `      - block: rack-a`; empty for a line with another key. Only names that YAML would
/// read as something else are quoted (lower/slurm/topology.cc).
std::string value_of(std::string_view line, std::string_view key) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == line.npos) return "";
  line.remove_prefix(begin);
  if (!line.starts_with(key) || !line.substr(key.size()).starts_with(": ")) return "";
  std::string_view value = line.substr(key.size() + 2);
  if (value.size() >= 2 && value.front() == value.back() && (value.front() == '\'' || value.front() == '"'))
    value = value.substr(1, value.size() - 2);
  return std::string(value);
}

TopologyFile parse(std::string_view text) {
  TopologyFile file;
  std::set<std::string>* units = nullptr;
  for (const auto& line : lines_of(text)) {
    if (const std::string name = value_of(line, "- topology"); !name.empty()) units = &file.units[name];
    for (const char* key : {"- block", "- switch"})
      if (const std::string name = value_of(line, key); units && !name.empty()) units->insert(name);
    const auto hosts = parse_hostlist(value_of(line, "nodes"));
    if (!hosts) continue;
    HostReader reader(*hosts);
    for (std::string name; reader.next(name);) file.nodes.insert(name);
  }
  return file;
}

/// True if the file has all places of a record such as `default:rack-a,other:spine:leaf-1`.
bool has_places(const TopologyFile& file, std::string_view topology) {
  for (const std::string_view place : Parts(topology, ',')) {
    const std::size_t colon = place.find(':');
    const auto units = file.units.find(std::string(place.substr(0, colon)));
    if (colon == place.npos || units == file.units.end()) return false;
    for (const std::string_view unit : Parts(place.substr(colon + 1), ':'))
      if (!units->second.contains(std::string(unit))) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> contradicting_places(const std::optional<std::string>& text, const std::vector<Node>& nodes) {
  std::vector<std::string> found;
  if (text && !text->starts_with(first_line)) return found;
  const TopologyFile file = parse(text.value_or(""));
  for (const Node& node : nodes)
    if (!node.topology.empty() && (file.nodes.contains(node.name) || !has_places(file, node.topology)))
      found.push_back(node.name);
  return found;
}

Topology allowed_by(const std::optional<std::string>& text, Topology settings) {
  const TopologyFile file = parse(text.value_or(""));
  const auto units = file.units.find(settings.name);
  std::erase_if(settings.units,
                [&](const std::string& unit) { return units == file.units.end() || !units->second.contains(unit); });
  std::erase_if(settings.nodes, [&](const std::string& node) { return file.nodes.contains(node); });
  return settings;
}

}  // namespace skiff::sidecar
