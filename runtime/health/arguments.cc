#include "arguments.h"

#include <stdexcept>

namespace skiff::health {
namespace {

bool take_context(std::string_view name, Arguments& into) {
  for (const Context context : {start, periodic, prolog, epilog}) {
    if (name != name_of(context)) continue;
    into.as = context;
    return true;
  }
  into.ready = name == "ready";
  return into.ready;
}

}  // namespace

Arguments parse_arguments(const std::vector<std::string>& words) {
  Arguments found;
  if (!words.empty()) {
    const std::string name = words[0].substr(words[0].rfind('/') + 1);
    constexpr std::string_view head = "skiff-health-";
    if (name.starts_with(head) && take_context(std::string_view(name).substr(head.size()), found))
      found.output = Output::none;
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto value = [&]() -> const std::string& {
      if (i + 1 >= words.size()) throw std::runtime_error(words[i] + " needs a value");
      return words[++i];
    };
    if (words[i] == "--as") {
      const std::string& name = value();
      if (!take_context(name, found))
        throw std::runtime_error("--as: " + name + " is none of start, periodic, prolog, epilog, ready");
    } else if (words[i] == "--settings") {
      found.settings = value();
    } else if (words[i] == "--root") {
      found.root = value();
    } else if (words[i] == "--output") {
      const std::string& name = value();
      if (name != "table" && name != "json" && name != "none")
        throw std::runtime_error("--output: " + name + " is none of table, json and none");
      found.output = name == "json" ? Output::json : name == "none" ? Output::none : Output::table;
    } else if (words[i] == "--list") {
      found.list = true;
    } else if (words[i] == "-h" || words[i] == "--help") {
      found.help = true;
    } else {
      throw std::runtime_error(words[i] + " is not known");
    }
  }
  return found;
}

std::string_view usage() {
  return "usage: skiff-health [--as periodic|prolog|epilog|start|ready] [--settings FILE] [--output table|json|none] [--list]\n"
         "Checks this node against what FILE (/etc/skiff/health/settings.json) expects of it.\n"
         "  --as periodic   Slurm's HealthCheckProgram: drains the node for what is critical, and resumes it afterwards\n"
         "  --as prolog     Slurm's Prolog, and --as epilog its Epilog: fail for what is critical, call no slurmctld\n"
         "  --as start      before slurmd starts\n"
         "  --as ready      tells how the last periodic run ended\n"
         "  --list          the checks that there are, and who runs them\n"
         "  --root DIR      stands before /proc, /sys and /dev; for tests\n"
         "Called as skiff-health-prolog and so on, --as is in the name, and there is no output. Exit status: 0 good, 1 a warning, 2 critical, 3 unknown;\n"
         "as prolog, as epilog and without output 0 for all but critical.\n";
}

}  // namespace skiff::health
