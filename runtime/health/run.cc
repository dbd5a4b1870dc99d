#include "run.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

#include "common/files.h"
#include "embedded/shared.h"
#include "folder.h"
#include "list.h"
#include "log.h"
#include "periodic.h"
#include "report.h"

namespace skiff::health {
namespace {

// The exit status of a run that learned nothing about the node. A Prolog or Epilog succeeds with it. Not for settings
// that cannot be read: that is an error in the setup of the node, and no job may run on a node that was not checked.
int nothing_known(Context as, const std::string& why) {
  std::fprintf(stderr, "skiff-health: %s\n", why.c_str());
  return as == prolog || as == epilog ? 0 : static_cast<int>(Level::unknown);
}

Settings settings_in(const std::string& file) {
  const auto text = read_text(file);
  if (!text) throw std::runtime_error("cannot be read");
  Settings settings = parse_settings(*text);
  check_ids(settings);
  return settings;
}

// The settings with which the program reports that it cannot read its own: the usual paths of a pod. Below `root` in
// tests.
Settings without_settings(const std::string& root) {
  Settings settings;
  settings.catalogue = built_in_catalogue();
  for (std::string* path : {&settings.folder, &settings.log, &settings.scontrol}) *path = root + *path;
  return settings;
}

Outcome settings_outcome(const std::string& unreadable) {
  return {std::string(shared::reasons::settings),
          unreadable.empty() ? Result{Level::ok, "valid", {}} : Result{Level::critical, unreadable, {}},
          {}};
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  const std::string whole = name;
  return whole.substr(0, whole.find('.'));
}

Node node_for(const Arguments& arguments, Settings settings) {
  Node node{.settings = std::move(settings), .as = arguments.as, .root = arguments.root};
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals != text.npos) node.environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  node.now = time(nullptr);
  for (const char* key : {"SLURMD_NODENAME", "POD_NAME"})
    if (node.name.empty()) node.name = node.variable(key);
  if (node.name.empty()) node.name = host_name();
  return node;
}

// Reports the last periodic run. The node is not ready only if that run was critical and is not older than 15 minutes.
int ready(const Settings& settings) {
  constexpr time_t too_old = 900;
  const std::string path = settings.folder + "/last.json";
  struct stat status {};
  const auto line = read_text(path);
  if (!line || stat(path.c_str(), &status) != 0) return nothing_known(prolog, "no periodic run has ended yet");
  if (time(nullptr) - status.st_mtime > too_old)
    return nothing_known(prolog, "the last periodic run was more than 15 minutes ago");
  std::fputs(line->c_str(), stdout);
  return line->find("\"level\":\"critical\"") < line->find("\"checks\":") ? static_cast<int>(Level::critical) : 0;
}

int list(const Settings& settings) {
  for (const Task& task : all_tasks(settings)) {
    std::string who;
    for (const Context context : {start, periodic, prolog, epilog})
      if (task.contexts & context) who += " " + std::string(name_of(context));
    std::printf("%-24s%s\n", task.id.c_str(), who.c_str());
  }
  return 0;
}

void change_levels(const Settings& settings, std::vector<Outcome>& outcomes) {
  for (Outcome& outcome : outcomes) {
    if (!outcome.verdict) continue;
    for (const std::string_view id : {std::string_view(outcome.id), base_of(outcome.id)}) {
      const auto levels = settings.levels.find(id);
      if (levels == settings.levels.end()) continue;
      const auto changed = levels->second.find(outcome.verdict->level);
      if (changed == levels->second.end()) continue;
      outcome.verdict->level = changed->second;
      break;
    }
  }
}

// Slurm drains the node and requeues the job because of the exit status. The next periodic run sets the reason.
void note_failure(const Node& node, const std::vector<Outcome>& outcomes) {
  std::vector<const Outcome*> critical;
  for (const Outcome& outcome : outcomes)
    if (outcome.verdict && outcome.verdict->level == Level::critical) critical.push_back(&outcome);
  if (critical.empty()) return;
  const std::string reason = reason_for(critical);
  note_job_failure(node.settings.folder, {node.now, reason, critical.front()->id});
  append_log(node.settings.log,
             {std::string(name_of(node.as)) + " of job " + node.variable("SLURM_JOB_ID") + " failed: " + reason});
}

std::vector<Outcome> checked(Node& node, const State& state) {
  node.memory = state.memory;
  node.acknowledged = state.acknowledged;
  std::vector<Task> tasks = all_tasks(node.settings);
  std::erase_if(tasks, [&](const Task& task) { return !is_due(task, node, state); });
  auto outcomes = run_tasks(node, tasks, std::chrono::seconds(node.settings.timeout), node.settings.folder);
  change_levels(node.settings, outcomes);
  return outcomes;
}

// `unreadable`: why the settings cannot be read; empty if they were read.
int run_checks(Node& node, Output output, const std::string& unreadable) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  const auto cannot = [&](const std::string& why) {
    const int status = nothing_known(node.as, why);
    return unreadable.empty() ? status : static_cast<int>(Level::critical);
  };
  if (const auto fault = prepare_folder(node.settings.folder); !fault.empty()) return cannot(fault);
  const int lock = node.as == periodic ? lock_folder(node.settings.folder) : -1;
  if (node.as == periodic && lock < 0) return cannot("another periodic run is under way");
  State state = load_state(node);
  auto outcomes = unreadable.empty() ? checked(node, state) : std::vector<Outcome>{};
  outcomes.push_back(settings_outcome(unreadable));
  const std::string line =
      json_line(node, outcomes, std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began));
  if (output != Output::none) std::fputs(output == Output::json ? line.c_str() : table(outcomes).c_str(), stdout);
  std::fflush(stdout);
  if (node.as == periodic) {
    write_atomically(node.settings.folder + "/last.json", line);
    react(node, outcomes, state);
  } else if (node.as != start) {
    note_failure(node, outcomes);
  }
  const Level level = overall(outcomes);
  // slurmd logs an error for each periodic run whose exit status is not 0.
  const bool for_slurm = node.as == prolog || node.as == epilog || output == Output::none;
  if (for_slurm && level != Level::critical) return 0;
  return static_cast<int>(level);
}

}  // namespace

int run(const Arguments& arguments) {
  Settings settings;
  std::string unreadable;
  try {
    settings = settings_in(arguments.settings);
  } catch (const std::exception& fault) {
    unreadable = arguments.settings + ": " + fault.what();
    std::fprintf(stderr, "skiff-health: %s\n", unreadable.c_str());
    settings = without_settings(arguments.root);
  }
  if (!unreadable.empty() && (arguments.list || arguments.ready)) return static_cast<int>(Level::critical);
  if (arguments.list) return list(settings);
  if (arguments.ready) return ready(settings);
  Node node = node_for(arguments, std::move(settings));
  return run_checks(node, arguments.output, unreadable);
}

}  // namespace skiff::health
