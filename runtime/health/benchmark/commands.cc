#include "benchmark/commands.h"

#include <unistd.h>

#include "common/files.h"

namespace skiff::benchmark {
namespace {

constexpr std::chrono::milliseconds deadline(20000);

// The value after `key`, such as `State=`, in a record of `KEY=VALUE` tokens; empty if the key is absent.
std::string value_of(std::string_view text, std::string_view key) {
  for (const auto& word : words_of(text, " \n"))
    if (word.starts_with(key)) return word.substr(key.size());
  return "";
}

}  // namespace

Slurm::Slurm(const Settings& settings, std::map<std::string, std::string, std::less<>> environment,
             const std::atomic<bool>& stop)
    : folder_(settings.commands), stop_(stop) {
  for (const char* key : {"SLURM_CONF", "SLURM_CONF_SERVER", "SLURM_SACK_KEY", "SLURM_SACK_JWKS", "SLURM_JWT"})
    if (const auto found = environment.find(key); found != environment.end()) environment_.insert(*found);
}

Program Slurm::call(const std::string& command, const std::vector<std::string>& words, std::chrono::milliseconds limit,
                    std::size_t most_output) const {
  std::vector<std::string> arguments = {folder_ + "/" + command};
  arguments.insert(arguments.end(), words.begin(), words.end());
  // Slurm passes this environment on to the job.
  std::vector<std::string> environment = {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TZ=UTC",
                                          "LC_ALL=C.UTF-8", "HOME=/tmp"};
  for (const auto& [key, value] : environment_) environment.push_back(key + "=" + value);
  return run_program(arguments, environment, limit, {.most_output = most_output, .errors_apart = true, .stop = &stop_});
}

health::Node Slurm::node(const std::string& name) const {
  health::Node node;
  node.name = name;
  node.settings.scontrol = folder_ + "/scontrol";
  node.environment = environment_;
  return node;
}

void Slurm::pause(std::chrono::milliseconds time) const {
  for (const auto end = std::chrono::steady_clock::now() + time; !stop_ && std::chrono::steady_clock::now() < end;)
    usleep(50000);
}

std::string failure(const std::string& command, const Program& program) {
  if (program.timed_out) return command + " does not answer";
  const std::string first = program.errors.substr(0, program.errors.find('\n'));
  return command + " ended with status " + std::to_string(program.code) + (first.empty() ? "" : ": " + first);
}

std::vector<NodeState> parse_nodes(std::string_view text) {
  std::vector<NodeState> nodes;
  constexpr std::string_view head = "NodeName=";
  for (std::size_t at = text.starts_with(head) ? 0 : text.find("\nNodeName="); at != text.npos;) {
    if (text[at] == '\n') ++at;
    const std::size_t next = text.find("\nNodeName=", at);
    const std::string_view block = text.substr(at, next == text.npos ? text.npos : next - at);
    nodes.push_back({value_of(block.substr(0, block.find('\n')), head), parse_record(block)});
    at = next;
  }
  return nodes;
}

std::optional<std::vector<NodeState>> show_nodes(const Slurm& slurm, const std::string& hostlist, std::string& why) {
  const auto program = slurm.call("scontrol", {"show", "node", hostlist}, deadline, 1 << 28);
  if (program.code == 0 && !program.cut_off) return parse_nodes(program.output);
  why = failure("scontrol", program);
  return std::nullopt;
}

std::vector<std::string> reserved_nodes(const Slurm& slurm, const std::string& reservation, std::string& why) {
  const auto record = slurm.call("scontrol", {"--oneliner", "show", "reservation", reservation}, deadline);
  why = record.code != 0 ? failure("scontrol", record) : "the reservation " + reservation + " is not active";
  if (record.code != 0 || value_of(record.output, "State=") != "ACTIVE") return {};
  const auto names =
      slurm.call("scontrol", {"show", "hostnames", value_of(record.output, "Nodes=")}, deadline, 1 << 24);
  if (names.code == 0) return lines_of(names.output);
  why = failure("scontrol", names);
  return {};
}

std::string job_state(const Slurm& slurm, std::int64_t job) {
  const auto program = slurm.call("scontrol", {"--oneliner", "show", "job", std::to_string(job)}, deadline);
  return program.code == 0 ? value_of(program.output, "JobState=") : "";
}

}  // namespace skiff::benchmark
