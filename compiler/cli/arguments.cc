#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>

#include "cli/io.h"
#include "cli/verbs.h"
#include "diag/suggest.h"

namespace skiff::cli {
namespace {

std::string alternatives(const std::vector<std::string>& choices) {
  std::string text;
  for (const std::string& choice : choices) {
    if (!text.empty()) text += '|';
    text += choice;
  }
  return text;
}

// The commands as subcommands of a CLI::App. Only the command that is used declares its arguments, because declaring
// those of all commands takes longer than a small compilation.
struct Program {
  CLI::App app{"Compile one cluster spec into everything that runs Slurm on Kubernetes.", "skiff"};
  Common common;
  Action action;

  static constexpr std::string_view every_verb = "*";

  explicit Program(std::string_view used) {
    app.require_subcommand(1);
    app.set_help_flag("-h,--help", "Print this help");
    app.set_version_flag("--version", std::string("skiff " SKIFF_VERSION), "Print the version");
    app.footer(
        "Data goes to standard output, diagnostics to standard error.\n"
        "Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.\n"
        "Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.");
    for (const Verb& verb : verbs()) {
      CLI::App* sub = app.add_subcommand(std::string(verb.name), std::string(verb.help));
      if (used != verb.name && used != every_verb) continue;
      sub->set_help_flag("-h,--help", "Print this help");
      Arguments arguments(*sub);
      action = verb.declare(arguments, common);
      arguments.common(common);
    }
  }
};

std::vector<std::string_view> verb_names() {
  std::vector<std::string_view> names;
  for (const Verb& verb : verbs()) names.push_back(verb.name);
  return names;
}

int usage(std::string_view message, std::string_view verb) {
  say(message);
  std::string hint = "try `skiff ";
  hint += verb;
  hint += verb.empty() ? "--help`" : " --help`";
  say(hint);
  return trouble;
}

// What is wrong with the arguments. CLI11 reports a missing option before an unknown one that was meant for it.
std::string problem_of(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unexpected = app.remaining(true);
  const auto option =
      std::ranges::find_if(unexpected, [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (option != unexpected.end()) {
    const std::string name = option->substr(0, option->find('='));
    const std::vector<CLI::App*> commands = app.get_subcommands();
    std::vector<std::string> known;
    for (const CLI::Option* each : (commands.empty() ? app : *commands.front()).get_options())
      for (const std::string& word : each->get_lnames()) known.push_back("--" + word);
    return "unknown option \"" + name + "\"" +
           did_you_mean(name, std::vector<std::string_view>(known.begin(), known.end()));
  }
  const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unexpected.empty();
  return extra ? "unexpected argument \"" + unexpected.front() + "\"" : error.what();
}

int parse_and_act(int count, char** arguments) {
  const std::string_view first = count > 1 ? arguments[1] : "";
  const std::vector<std::string_view> names = verb_names();
  const bool known = std::ranges::find(names, first) != names.end();
  if (first.empty()) return usage("missing command", "");
  if (!known && first[0] != '-') {
    return usage("unknown command \"" + std::string(first) + "\"" + did_you_mean(first, names), "");
  }
  Program program(known ? first : "");
  try {
    program.app.parse(count, arguments);
  } catch (const CLI::CallForHelp&) {
    return write_output(program.app.help()) ? good : trouble;
  } catch (const CLI::CallForVersion&) {
    return write_output("skiff " SKIFF_VERSION "\n") ? good : trouble;
  } catch (const CLI::ParseError& error) {
    return usage(problem_of(program.app, error), known ? first : "");
  }
  return program.action();
}

}  // namespace

void Arguments::operand(const std::string& name, std::string& value, const std::string& help, bool required) {
  app_.add_option(name, value, help)->type_name("")->required(required);
}

void Arguments::option(const std::string& names, std::string& value, const std::string& placeholder,
                       const std::string& help, bool required) {
  app_.add_option(names, value, help)->type_name(placeholder)->required(required);
}

void Arguments::choice(const std::string& names, std::string& value, const std::vector<std::string>& choices,
                       const std::string& help) {
  CLI::Option* option = app_.add_option(names, value, help + " (default " + value + ")");
  option->check(CLI::IsMember(choices).description(""))->type_name(alternatives(choices));
}

void Arguments::operand_choice(const std::string& name, std::string& value, const std::vector<std::string>& choices,
                               const std::string& help) {
  CLI::Option* option = app_.add_option(name, value, help);
  option->check(CLI::IsMember(choices).description(""))->type_name(alternatives(choices))->required();
}

void Arguments::flag(const std::string& names, bool& value, const std::string& help) {
  app_.add_flag(names, value, help);
}

void Arguments::common(Common& common) {
  choice("--diagnostics", common.diagnostics, {"text", "json", "sarif", "github"}, "Format of the diagnostics");
  choice("--color", common.color, {"auto", "always", "never"}, "Whether to color the diagnostics");
  flag("-q,--quiet", common.quiet, "Print no warnings and no summary");
  flag("--strict", common.strict, "Treat warnings as errors");
}

std::vector<CommandInfo> command_tree() {
  Program program(Program::every_verb);
  std::vector<CommandInfo> tree;
  for (const CLI::App* app : program.app.get_subcommands([](const CLI::App*) { return true; })) {
    CommandInfo command{app->get_name(), app->get_description(), {}};
    for (const CLI::Option* option : app->get_options()) {
      ArgumentInfo argument;
      for (const std::string& name : option->get_snames()) argument.names.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) argument.names.push_back("--" + name);
      const bool takes_value = argument.names.empty() || option->get_expected_max() > 0;
      if (takes_value) argument.placeholder = argument.names.empty() ? option->get_name(true) : option->get_type_name();
      if (argument.names.empty() && !option->get_type_name().empty()) argument.placeholder = option->get_type_name();
      argument.help = option->get_description();
      command.arguments.push_back(std::move(argument));
    }
    tree.push_back(std::move(command));
  }
  return tree;
}

int run(int count, char** arguments) {
  try {
    return parse_and_act(count, arguments);
  } catch (const std::exception& error) {
    say(std::string("internal error: ") + error.what());
    say("this is a bug in skiff, not in the spec; please report it together with the spec");
    return trouble;
  }
}

}  // namespace skiff::cli
