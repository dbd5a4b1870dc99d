#include "sidecar/releases.h"

#include "text/ascii.h"

namespace skiff::sidecar {

std::string release_of(std::string_view version) {
  if (const auto space = version.rfind(' '); space != version.npos) version.remove_prefix(space + 1);
  const auto first = version.find('.');
  if (first == version.npos) return "";
  const std::string_view release = version.substr(0, version.find('.', first + 1));
  for (const char c : release)
    if (!is_digit(c) && c != '.') return "";
  return std::string(release);
}

std::vector<const Node*> nodes_of_other_releases(const std::vector<Node>& nodes, std::string_view release) {
  std::vector<const Node*> found;
  for (const Node& node : nodes) {
    const std::string own = release_of(node.version);
    if (own.empty() || own == release) continue;
    // slurmctld sends nothing to a node that does not answer.
    if (node.silent() || node.is("POWERED_DOWN")) continue;
    found.push_back(&node);
  }
  return found;
}

}  // namespace skiff::sidecar
