#include <memory>

#include "cli/io.h"
#include "cli/verbs.h"

namespace skiff::cli {
namespace {

std::string replaced(std::string_view text, char from, std::string_view to) {
  std::string made;
  for (const char c : text) {
    if (c == from) {
      made += to;
    } else {
      made += c;
    }
  }
  return made;
}

/// The kinds of values that an argument can have.
enum class Values { none, words, files, folders };

Values values_of(const ArgumentInfo& argument) {
  const std::string& placeholder = argument.placeholder;
  if (placeholder.find('|') != placeholder.npos) return Values::words;
  if (placeholder == "DIR") return Values::folders;
  if (placeholder == "SPEC" || placeholder == "FILE" || placeholder == "OLD" || placeholder == "NEW")
    return Values::files;
  return Values::none;
}

std::string words(const ArgumentInfo& argument) { return replaced(argument.placeholder, '|', " "); }

// In bash: for each command, the completions of its options and its operand, and of the value after an option.
std::string bash(const std::vector<CommandInfo>& tree) {
  std::string verbs;
  std::string cases;
  for (const CommandInfo& command : tree) {
    verbs += verbs.empty() ? "" : " ";
    verbs += command.name;
    std::string options;
    std::string values;
    std::vector<std::string> operands;
    for (const ArgumentInfo& argument : command.arguments) {
      std::string action;
      switch (values_of(argument)) {
        case Values::words:
          action = "mapfile -t COMPREPLY < <(compgen -W '" + words(argument) + "' -- \"$word\")";
          break;
        case Values::files:
          action = "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")";
          break;
        case Values::folders:
          action = "mapfile -t COMPREPLY < <(compgen -d -- \"$word\")";
          break;
        case Values::none:
          action = "COMPREPLY=()";
          break;
      }
      std::string patterns;
      for (const std::string& name : argument.names) {
        options += options.empty() ? "" : " ";
        options += name;
        patterns += patterns.empty() ? "" : "|";
        patterns += name;
      }
      if (argument.names.empty()) {
        operands.push_back(action);
      } else if (!argument.placeholder.empty()) {
        values += "        " + patterns + ") " + action + "; return ;;\n";
      }
    }
    cases += "    " + command.name + ")\n";
    if (!values.empty()) cases += "      case $before in\n" + values + "      esac\n";
    cases += "      if [[ $word == -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W '" + options +
             "' -- \"$word\")\n";
    // The first operand is nearly always the first word after the command.
    if (operands.size() > 1 && operands.front() != operands.back())
      cases += "      elif [[ $COMP_CWORD -eq 2 ]]; then\n        " + operands.front() + "\n";
    if (!operands.empty()) cases += "      else\n        " + operands.back() + "\n";
    cases += "      fi\n      ;;\n";
  }
  return R"(# bash completion for skiff; load it with: source <(skiff completion bash)
_skiff() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W ')" +
         verbs + R"( --help --version' -- "$word")
    return
  fi
  case ${COMP_WORDS[1]} in
)" + cases +
         R"(  esac
}
complete -o filenames -F _skiff skiff
)";
}

// A description for zsh's _arguments, in single quotes. Brackets and colons would end it, so they are escaped.
std::string zsh_text(std::string_view text) {
  std::string made;
  for (const char c : text) {
    if (c == '\'') {
      made += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') made += '\\';
    made += c;
  }
  return made;
}

std::string zsh_values(const ArgumentInfo& argument) {
  if (argument.placeholder.empty()) return "";
  switch (values_of(argument)) {
    case Values::words:
      return ":value:(" + words(argument) + ")";
    case Values::files:
      return ":file:_files";
    case Values::folders:
      return ":directory:_files -/";
    case Values::none:
      return ":" + zsh_text(argument.placeholder) + ":";
  }
  return "";
}

std::string zsh(const std::vector<CommandInfo>& tree) {
  std::string verbs;
  std::string cases;
  for (const CommandInfo& command : tree) {
    verbs += "    '" + command.name + ":" + zsh_text(command.help) + "'\n";
    cases += "    " + command.name + ")\n      _arguments -s";
    int operands = 0;
    for (const ArgumentInfo& argument : command.arguments) {
      if (argument.names.empty()) cases += " \\\n        '" + std::to_string(++operands) + zsh_values(argument) + "'";
      for (const std::string& name : argument.names) {
        cases += " \\\n        '" + name + "[" + zsh_text(argument.help) + "]" + zsh_values(argument) + "'";
      }
    }
    cases += "\n      ;;\n";
  }
  return "#compdef skiff\n# zsh completion for skiff; save it as _skiff in a directory of $fpath\n_skiff() {\n"
         "  local -a verbs\n  verbs=(\n" +
         verbs +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe command verbs\n    return\n  fi\n"
         "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n" +
         cases + "  esac\n}\ncompdef _skiff skiff\n";
}

std::string fish(const std::vector<CommandInfo>& tree) {
  const auto quoted = [](std::string_view text) { return "'" + replaced(text, '\'', "\\'") + "'"; };
  std::string text =
      "# fish completion for skiff; load it with: skiff completion fish | source\ncomplete -c skiff -f\n";
  for (const CommandInfo& command : tree) {
    text += "complete -c skiff -n __fish_use_subcommand -a " + command.name + " -d " + quoted(command.help) + "\n";
  }
  for (const CommandInfo& command : tree) {
    for (const ArgumentInfo& argument : command.arguments) {
      const Values values = values_of(argument);
      std::string line = "complete -c skiff -n '__fish_seen_subcommand_from " + command.name + "'";
      for (const std::string& name : argument.names) {
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (values == Values::words) {
        line += argument.names.empty() ? " -a " : " -x -a ";
        line += quoted(words(argument));
      } else if (values == Values::files) {
        line += argument.names.empty() ? " -F" : " -r -F";
      } else if (values == Values::folders) {
        line += (argument.names.empty() ? " -a " : " -x -a ") + quoted("(__fish_complete_directories)");
      } else if (argument.names.empty()) {
        continue;
      } else if (!argument.placeholder.empty()) {
        line += " -x";
      }
      if (!argument.names.empty()) line += " -d " + quoted(argument.help);
      text += line + "\n";
    }
  }
  return text;
}

}  // namespace

Action completion(Arguments& arguments, const Common&) {
  const auto shell = std::make_shared<std::string>();
  arguments.operand_choice("SHELL", *shell, {"bash", "zsh", "fish"}, "The shell");
  return [shell]() -> int {
    const std::vector<CommandInfo> tree = command_tree();
    return write_output(*shell == "bash" ? bash(tree) : *shell == "zsh" ? zsh(tree) : fish(tree)) ? good : trouble;
  };
}

}  // namespace skiff::cli
