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

/// Exit statuses, the same for every form of output.
enum Exit : int {
  good = 0,
  wrong = 1,    ///< the spec has errors
  trouble = 2,  ///< usage, I/O, a defect of skiff
};

/// What every verb understands.
struct Common {
  std::string diagnostics = "text";
  std::string color = "auto";
  bool quiet = false;
  bool strict = false;

  DiagnosticsFormat format() const;
  bool use_color() const;
};

/// Declares the arguments of one verb. A thin face of a CLI::App, so that the verbs do not compile the library.
class Arguments {
 public:
  explicit Arguments(CLI::App& app) : app_(app) {}

  void operand(const std::string& name, std::string& value, const std::string& help, bool required = true);
  /// `placeholder` stands for the value in the help: FILE and DIR are completed as such.
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

/// What a verb does once its arguments are read; an Exit.
using Action = std::function<int()>;

/// An argument as the help and the completions show it.
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

/// All verbs with all their arguments, read from the CLI::App.
std::vector<CommandInfo> command_tree();

/// The program: reads the arguments and runs the verb.
int run(int count, char** arguments);

}  // namespace skiff::cli
