#include "sidecar/after_drain.h"

#include <algorithm>

#include "common/one_line.h"
#include "sidecar/drains.h"

namespace skiff::sidecar {
namespace {

constexpr std::int64_t week = 7 * 24 * 3600;
// Seconds after which a Kubernetes node's condition is sent again, as a heartbeat.
constexpr std::int64_t heartbeat_interval = 600;

std::string condition_reason(Stage stage) {
  switch (stage) {
    case Stage::draining:
      return "Draining";
    case Stage::drained:
      return "Drained";
    case Stage::needs_attention:
      return "NeedsAttention";
    case Stage::candidate:
    case Stage::waiting:
      return "Waiting";
    case Stage::replacing:
    case Stage::retrying:
    case Stage::replaced:
      return "Replaced";
  }
  return "";
}

struct Decision {
  const std::vector<Worker>& workers;
  const std::vector<Pod>& pods;
  const AfterDrain& settings;
  const Replacements& before;
  const std::int64_t now;
  std::vector<Replaced> replaced = {};
  std::vector<Drain> drains = {};
  AfterDrainPlan plan = {};

  void log(const std::string& what, const std::string& text) { plan.log_lines.push_back(what + ": " + text); }

  const Worker* worker_of(const std::string& name) const {
    for (const Worker& worker : workers)
      if (worker.node->name == name) return &worker;
    return nullptr;
  }
  const Drain* drain_of(const Worker& worker) const {
    for (const Drain& drain : drains)
      if (drain.worker == &worker) return &drain;
    return nullptr;
  }
  bool is_marked(const std::string& machine) const { return before.marked.contains(machine); }

  // A replacement is over if its node is no longer drained, whoever undrained it, or if the drain's reason is not ours.
  void end_replacements() {
    replaced = before.replaced;
    for (Replaced& one : replaced) {
      // The clock has been set back since. Without this, limits would last until it has reached the old time again.
      one.at = std::min(one.at, now);
      one.tried = std::min(one.tried, now);
      const Worker* worker = worker_of(one.node);
      if (one.over || !worker || worker->ours) continue;
      one.over = true;
      one.outcome = worker->drained ? "left" : "cured";
      if (worker->drained) {
        log(one.node, "left to an administrator, because its drain has another reason now");
        continue;
      }
      std::string text = "no longer drained after its pod was replaced for " + one.reason;
      const std::string machine = worker->pod ? worker->pod->machine : "";
      if (!machine.empty() && !one.machine.empty() && machine != one.machine)
        text += "; its pod moved from " + one.machine + " to " + machine;
      log(one.node, text);
    }
  }

  void replace() {
    std::int64_t number = in_the_hour(replaced, now);
    std::vector<Replaced> fresh;
    for (const Drain& drain : drains) {
      if (drain.stage != Stage::replacing && drain.stage != Stage::retrying) continue;
      const Worker& worker = *drain.worker;
      const std::string& reason = worker.node->reason;
      if (drain.stage == Stage::retrying) {
        log(drain.name(), "the replacement is not complete; trying again");
      } else {
        log(drain.name(), std::string("drained and idle; ") +
                              (worker.elastic ? "powering it down to replace its pod" : "replacing its pod") + " (" +
                              std::to_string(++number) + " of at most " + std::to_string(settings.replace->per_hour) +
                              " per hour): " + reason);
        fresh.push_back({drain.name(), now, reason, worker.pod ? worker.pod->uid : "",
                         worker.pod ? worker.pod->machine : "", 1, now, false, ""});
      }
      if (!worker.elastic)
        plan.deletes.push_back({drain.name(), worker.pod->uid});
      else  // A power down ends the drain. If the pod has already gone, "undrain"; "resume" would wait for a slurmd.
        plan.updates.push_back({drain.name(), worker.off ? "undrain" : "power_down_asap", "", SkipIf::never});
    }
    keep(fresh);
  }

  // Keeps the record, without completed replacements that are older than a week and than `again`.
  void keep(const std::vector<Replaced>& fresh) {
    const std::int64_t age = std::max(week, settings.replace ? settings.replace->again : 0);
    for (const Replaced& one : replaced) {
      if (one.over && one.at <= now - age) continue;
      plan.memory.replaced.push_back(one);
      const bool again = !one.over && std::any_of(drains.begin(), drains.end(), [&](const Drain& drain) {
        return drain.stage == Stage::retrying && drain.name() == one.node;
      });
      if (!again) continue;
      ++plan.memory.replaced.back().tries;
      plan.memory.replaced.back().tried = now;
    }
    plan.memory.replaced.insert(plan.memory.replaced.end(), fresh.begin(), fresh.end());
  }

  void log_waiting() {
    for (const Drain& drain : drains) {
      if (drain.why.empty()) continue;
      const std::string text = drain.why + " (" + drain.worker->node->reason + ")";
      plan.memory.logged[drain.name()] = text;
      const auto said = before.logged.find(drain.name());
      if (said != before.logged.end() && said->second == text) continue;
      log(drain.name(), (drain.stage == Stage::needs_attention ? "needs an administrator: " : "waiting: ") + text);
    }
  }

  // The Kubernetes node of a drained node, if skiff can do nothing more for it and no other worker there may have jobs.
  // Otherwise empty.
  std::string bad_machine(const Drain& drain) const {
    if (!settings.machines || drain.stage != Stage::needs_attention || drain.worker->busy()) return "";
    const Worker& worker = *drain.worker;
    const std::string machine = worker.pod && !worker.pod->machine.empty() ? worker.pod->machine
                                : drain.last                               ? drain.last->machine
                                                                           : "";
    const bool others = std::any_of(workers.begin(), workers.end(), [&](const Worker& other) {
      return &other != &worker && other.pod && other.pod->machine == machine && !other.quiet;
    });
    return others ? "" : machine;
  }

  void mark_machines() {
    plan.memory.marked = before.marked;
    // A Slurm node that accepts jobs clears the mark of its Kubernetes node.
    for (const Worker& worker : workers)
      if (worker.serves && worker.pod && plan.memory.marked.erase(worker.pod->machine)) {
        plan.patches.push_back({Patch::Kind::machine, worker.pod->machine, {"False", "InService", ""}, true});
        plan.log_lines.push_back(worker.pod->machine + ": no longer marked unhealthy; a Slurm node on it accepts jobs");
      }
    for (const Drain& drain : drains) {
      const std::string machine = bad_machine(drain);
      if (machine.empty()) continue;
      const auto mark = before.marked.find(machine);
      if (mark != before.marked.end() && mark->second.at >= now - heartbeat_interval && mark->second.at <= now)
        continue;
      const std::string text = one_line(drain.worker->node->reason + "; " + drain.why);
      plan.patches.push_back({Patch::Kind::machine, machine, {"True", "NeedsAttention", text}, !is_marked(machine)});
      plan.memory.marked[machine] = {drain.name(), now};
      if (!is_marked(machine)) plan.log_lines.push_back(machine + ": marked unhealthy because of " + drain.name());
    }
  }

  std::optional<Condition> condition_of(const Worker& worker) const {
    if (const Drain* drain = drain_of(worker)) {
      const std::string why = drain->why.empty() ? "" : "; " + drain->why;
      return Condition{"True", condition_reason(drain->stage), one_line(worker.node->reason + why)};
    }
    const auto& has = worker.pod->unhealthy;
    // The node is no longer drained by us. Until it accepts jobs, the reason is NotOurs; then it becomes InService.
    if (has && (has->status == "True" || (worker.serves && has->reason == "NotOurs")))
      return Condition{"False", worker.serves ? "InService" : "NotOurs", ""};
    return std::nullopt;
  }

  void tell_pods() {
    if (!settings.pods) return;
    std::vector<Patch> patches;
    for (const Worker& worker : workers) {
      if (!worker.pod || worker.pod->leaving) continue;
      const auto condition = condition_of(worker);
      const auto& has = worker.pod->unhealthy;
      if (!condition || condition == has) continue;
      patches.push_back({Patch::Kind::pod, worker.node->name, *condition, !has || has->status != condition->status});
    }
    plan.patches.insert(plan.patches.begin(), patches.begin(), patches.end());
  }

  bool pending() const {
    return !drains.empty() || !plan.patches.empty() || !plan.memory.marked.empty() ||
           std::any_of(plan.memory.replaced.begin(), plan.memory.replaced.end(),
                       [](const Replaced& one) { return !one.over; }) ||
           std::any_of(workers.begin(), workers.end(), [](const Worker& worker) {
             return worker.pod && worker.pod->unhealthy && worker.pod->unhealthy->reason == "NotOurs";
           });
  }
};

}  // namespace

AfterDrainPlan decide_after_drain(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                                  const AfterDrain& settings, const Replacements& memory, std::int64_t now) {
  const std::vector<Worker> workers = workers_of(nodes, pods, settings);
  Decision decision{workers, pods, settings, memory, now};
  decision.end_replacements();
  decision.drains = drains_of(workers, decision.replaced, settings, now);
  decision.replace();
  decision.log_waiting();
  decision.mark_machines();
  decision.tell_pods();
  decision.plan.pending = decision.pending();
  return std::move(decision.plan);
}

}  // namespace skiff::sidecar
