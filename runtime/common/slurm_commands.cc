#include "common/slurm_commands.h"

#include <unistd.h>

#include "common/one_line.h"
#include "common/program.h"

namespace skiff {
namespace {

// In bytes. The list of ten thousand nodes takes 10 MiB.
constexpr std::size_t most_output = 256 * 1024 * 1024;

}  // namespace

SlurmCommands::SlurmCommands(std::string commands, const std::string& config, const std::atomic<bool>& stop,
                             std::size_t most_memory)
    : commands_(std::move(commands)), stop_(stop), most_memory_(most_memory) {
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view entry = *variable;
    if (!entry.starts_with("TZ=") && !entry.starts_with("LC_ALL=") && !entry.starts_with("SLURM_CONF="))
      environment_.emplace_back(entry);
  }
  environment_.insert(environment_.end(), {"TZ=UTC", "LC_ALL=C", "SLURM_CONF=" + config + "/slurm.conf"});
}

std::optional<std::string> SlurmCommands::call(const std::string& command, const std::vector<std::string>& words,
                                               std::chrono::seconds limit, std::string& why,
                                               const std::vector<std::string>& variables) const {
  std::vector<std::string> arguments = {commands_ + "/" + command}, environment = environment_;
  arguments.insert(arguments.end(), words.begin(), words.end());
  environment.insert(environment.end(), variables.begin(), variables.end());
  Program program =
      run_program(arguments, environment, limit,
                  {.most_output = most_output, .most_memory = most_memory_, .errors_apart = true, .stop = &stop_});
  if (program.code == 0 && !program.cut_off) return std::move(program.output);
  // When the container stops, the command may be killed before this program gets its signal. Wait for `stop_`.
  if (program.signal && !stop_) usleep(100000);
  std::string text = program.errors.empty() ? program.output : program.errors;
  if (program.timed_out) text = "no answer within " + std::to_string(limit.count()) + " s";
  if (!program.started || program.code == 127) text = "cannot be started";
  if (program.signal) text = "killed by signal " + std::to_string(program.signal);
  why = command + ": " + one_line(text.empty() ? "exited with status " + std::to_string(program.code) : text);
  return std::nullopt;
}

}  // namespace skiff
