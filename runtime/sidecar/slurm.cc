#include "sidecar/slurm.h"

namespace skiff::sidecar {
namespace {

constexpr std::chrono::seconds limit_of_a_question(20);

}  // namespace

std::optional<std::vector<Node>> Slurm::nodes(std::string& why) const {
  const auto text = call("scontrol", {"--all", "--oneliner", "show", "nodes"}, limit_of_a_question, why);
  return text ? std::optional(parse_nodes(*text)) : std::nullopt;
}

std::optional<std::vector<Node>> Slurm::nodes(const std::string& names, std::string& why) const {
  const auto text = call("scontrol", {"--all", "--oneliner", "show", "node", names}, limit_of_a_question, why);
  return text ? std::optional(parse_nodes(*text)) : std::nullopt;
}

bool Slurm::update(const std::string& names, const std::vector<std::string>& changes, std::string& why) const {
  std::vector<std::string> words = {"update", "nodename=" + names};
  words.insert(words.end(), changes.begin(), changes.end());
  return call("scontrol", words, limit_of_a_question, why).has_value();
}

}  // namespace skiff::sidecar
