#include "periodic.h"

#include "common/files.h"
#include "embedded/shared.h"
#include "folder.h"
#include "kernel_log.h"
#include "list.h"
#include "log.h"
#include "react.h"
#include "slurm.h"

namespace skiff::health {
namespace {

constexpr std::int64_t failure_lasts = 300;  // seconds: wait no longer for Slurm's drain after a failed Prolog

void remember(const std::vector<Outcome>& outcomes, const std::vector<Task>& tasks, State& state) {
  for (const Outcome& outcome : outcomes) {
    if (outcome.verdict && outcome.verdict->memory) state.memory[outcome.id] = *outcome.verdict->memory;
    const bool good = !outcome.verdict || outcome.verdict->level == Level::ok || outcome.verdict->level == Level::warn;
    for (const Task& task : tasks)
      if (task.id == outcome.id && good) state.passed_start_checks.insert(task.id);
  }
}

std::vector<std::string> words_for(const Decision& decision) {
  if (decision.drain) return {"state=drain", "reason=" + *decision.drain};
  if (decision.new_reason) return {"reason=" + *decision.new_reason};
  if (decision.resume) return {"state=undrain"};
  return {};
}

// Carries out the decision. If slurmctld does not accept it, the state stays as it was, so that the next run tries
// again.
void carry_out(const Node& node, const std::vector<Outcome>& outcomes, const std::optional<JobFailure>& failure,
               State& state, std::vector<std::string>& log) {
  std::string why;
  if (!is_node_name(node.name)) return log.push_back("not a valid node name: " + node.name);
  const auto record = show_node(node, why);
  if (!record) return log.push_back("cannot get the node's record from slurmctld: " + why);
  State next = state;
  const Decision decision = decide(outcomes, *record, node.settings, node.now, failure, next);
  // Only now, after decide(): the first run in a new pod takes over the drain of the previous pod.
  next.slurmctld_never_asked = false;
  const auto words = words_for(decision);
  if (!words.empty() && !update_node(node, words, why))
    return log.push_back("cannot update the node in slurmctld: " + why);
  log.insert(log.end(), decision.log.begin(), decision.log.end());
  if (decision.acknowledge) {
    const auto messages = kernel_messages(node.root);
    if (messages && !messages->empty()) next.acknowledged = messages->back().sequence;
  }
  if (failure && (decision.new_reason || node.now - failure->time > failure_lasts))
    forget_job_failure(node.settings.folder);
  state = std::move(next);
}

// Writes warnings to the node's Comment, unless it has a comment from someone else.
void comment(const Node& node, const std::vector<Outcome>& outcomes, State& state, std::vector<std::string>& log) {
  std::string text;
  for (const Outcome& outcome : outcomes)
    if (outcome.verdict && outcome.verdict->level == Level::warn)
      text += (text.empty() ? "" : "; ") + outcome.id + ": " + outcome.verdict->detail;
  if (!text.empty()) {
    const Outcome all{"warning", Result{Level::warn, text, {}}, {}};
    text = reason_for({&all});
  }
  std::string why;
  if (text == state.comment || !is_node_name(node.name)) return;
  const auto record = show_node(node, why);
  if (!record || (!record->comment.empty() && !record->comment.starts_with(shared::reasons::mark))) return;
  if (update_node(node, {"comment=" + text}, why))
    state.comment = text;
  else
    log.push_back("the comment was not written: " + why);
}

}  // namespace

State load_state(const Node& node) {
  State state = parse_state(read_text(node.settings.folder + "/state.json").value_or(""));
  forget_boot(state, read_line(node.path("/proc/sys/kernel/random/boot_id")).value_or(""));
  return state;
}

bool is_due(const Task& task, const Node& node, const State& state) {
  if (task.contexts & node.as) return true;
  if (node.as != periodic) return false;
  return (task.contexts & start && !state.passed_start_checks.contains(task.id)) || state.causes.contains(task.id);
}

void react(const Node& node, const std::vector<Outcome>& outcomes, State& state) {
  std::vector<std::string> log = changes(outcomes, state);
  remember(outcomes, all_tasks(node.settings), state);
  const auto failure = job_failure(node.settings.folder);
  if (must_ask(outcomes, state, failure)) carry_out(node, outcomes, failure, state, log);
  if (node.settings.comment) comment(node, outcomes, state, log);
  if (!write_atomically(node.settings.folder + "/state.json", to_json(state)))
    log.push_back("the state file was not written: a drain by this run will not be undone");
  append_log(node.settings.log, log);
}

}  // namespace skiff::health
