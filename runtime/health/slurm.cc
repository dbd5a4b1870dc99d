#include "slurm.h"

#include "common/program.h"

namespace skiff::health {
namespace {

constexpr std::chrono::milliseconds deadline(8000);

std::optional<std::string> scontrol(const Node& node, const std::vector<std::string>& words, std::string& why) {
  std::vector<std::string> arguments = {node.settings.scontrol};
  arguments.insert(arguments.end(), words.begin(), words.end());
  std::vector<std::string> environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "TZ=UTC", "LC_ALL=C"};
  if (!node.settings.slurm_conf.empty()) environment.push_back("SLURM_CONF=" + node.settings.slurm_conf);
  for (const char* key : {"SLURM_CONF", "SLURM_CONF_SERVER", "SLURM_SACK_KEY", "SLURM_SACK_JWKS", "SLURM_JWT"})
    if (const auto value = node.variable(key); !value.empty() && (key[6] != 'C' || node.settings.slurm_conf.empty()))
      environment.push_back(key + ("=" + value));
  const Program program = run_program(arguments, environment, deadline);
  if (program.code == 0) return program.output;
  why = program.timed_out ? "scontrol does not answer"
                          : "scontrol ended with status " + std::to_string(program.code) + ": " + program.first_line();
  return std::nullopt;
}

}  // namespace

std::optional<NodeRecord> show_node(const Node& node, std::string& why) {
  const auto output = scontrol(node, {"show", "node", node.name}, why);
  if (!output) return std::nullopt;
  NodeRecord record = parse_record(*output);
  if (record.known()) return record;
  why = "scontrol reports no state for the node";
  return std::nullopt;
}

bool update_node(const Node& node, const std::vector<std::string>& changes, std::string& why) {
  std::vector<std::string> words = {"update", "nodename=" + node.name};
  words.insert(words.end(), changes.begin(), changes.end());
  return scontrol(node, words, why).has_value();
}

}  // namespace skiff::health
