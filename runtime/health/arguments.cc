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
        throw std::runtime_error("--as must be start, periodic, prolog, epilog or ready, not " + name);
    } else if (words[i] == "--settings") {
      found.settings = value();
    } else if (words[i] == "--root") {
      found.root = value();
    } else if (words[i] == "--output") {
      const std::string& name = value();
      if (name != "table" && name != "json" && name != "none")
        throw std::runtime_error("--output must be table, json or none, not " + name);
      found.output = name == "json" ? Output::json : name == "none" ? Output::none : Output::table;
    } else if (words[i] == "--list") {
      found.list = true;
    } else if (words[i] == "-h" || words[i] == "--help") {
      found.help = true;
    } else {
      throw std::runtime_error("unknown argument: " + words[i]);
    }
  }
  return found;
}

std::string_view usage() {
  return "usage: skiff-health [--as periodic|prolog|epilog|start|ready] [--settings FILE] [--output table|json|none] [--list]\n"
         "Checks whether this node is as FILE (/etc/skiff/health/settings.json) describes it.\n"
         "  --as periodic   Slurm's HealthCheckProgram: drains the node if a check is critical, and resumes it later\n"
         "  --as prolog     Slurm's Prolog: fails if a check is critical, never calls slurmctld\n"
         "  --as epilog     Slurm's Epilog: the same, after a job\n"
         "  --as start      before slurmd starts\n"
         "  --as ready      reports how the last periodic run ended\n"
         "  --list          lists the checks and when each of them runs\n"
         "  --root DIR      prefix of /proc, /sys and /dev; for tests\n"
         "When called as skiff-health-prolog and so on, it takes --as from its name and prints nothing.\n"
         "Exit status: 0 ok, 1 warning, 2 critical, 3 unknown; as prolog, as epilog and without output: 2 critical, else 0.\n";
}

}  // namespace skiff::health
