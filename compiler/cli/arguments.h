#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/render.h"

namespace CLI {
class App;
}

namespace skiff::cli {

/// Exit statuses. They do not depend on the output format.
enum Exit : int {
  good = 0,
  wrong = 1,    ///< the spec has errors; of `diff` and `policy plan`: something differs
  trouble = 2,  ///< a usage error, an I/O error, or a bug in skiff
};

enum class Stream { output, error };

/// The options of every command.
struct Common {
  std::string diagnostics = "text";
  std::string color = "auto";
  bool quiet = false;
  bool strict = false;

  DiagnosticsFormat format() const;
  bool use_color(Stream stream = Stream::error) const;
};

/// Declares the arguments of one command. A thin wrapper of a CLI::App, so that the commands do not include the
/// library.
class Arguments {
 public:
  explicit Arguments(CLI::App& app) : app_(app) {}

  void operand(const std::string& name, std::string& value, const std::string& help, bool required = true);
  /// `placeholder` stands for the value in the help. The completions offer files for FILE and directories for DIR.
  void option(const std::string& names, std::string& value, const std::string& placeholder, const std::string& help,
              bool required = false);
  void choice(const std::string& names, std::string& value, const std::vector<std::string>& choices,
              const std::string& help);
  void operand_choice(const std::string& name, std::string& value, const std::vector<std::string>& choices,
                      const std::string& help);
  void flag(const std::string& names, bool& value, const std::string& help);
  void common(Common& common);

 private:
  CLI::App& app_;
};

/// Runs a command after its arguments were parsed. Returns an Exit.
using Action = std::function<int()>;

/// An argument as it appears in the help and the completions.
struct ArgumentInfo {
  std::vector<std::string> names;  ///< -o, --output; empty for an operand
  std::string placeholder;         ///< DIR; `a|b` for a choice; empty for a flag
  std::string help;
};

struct CommandInfo {
  std::string name;
  std::string help;
  std::vector<ArgumentInfo> arguments;
};

/// All commands with all their arguments, read from the CLI::App.
std::vector<CommandInfo> command_tree();

/// The program: parses the arguments and runs the command. Returns the exit status.
int run(int count, char** arguments);

}  // namespace skiff::cli
