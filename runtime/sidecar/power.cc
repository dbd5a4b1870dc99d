#include "sidecar/power.h"

#include <algorithm>
#include <optional>

#include "common/one_line.h"
#include "common/record.h"
#include "embedded/shared.h"
namespace skiff::sidecar {
namespace {

constexpr std::string_view resume_timeout = "ResumeTimeout reached";
constexpr std::string_view put_away = "skiff: powered down";
// Seconds. A node that has just been powered down has the flag NOT_RESPONDING too, for a short time.
constexpr std::int64_t not_responding_for_long = 20;

enum class Power { on, powering_up, off, powering_down };

// A node of an elastic set, with its pod.
struct Elastic {
  const Node& node;
  const ElasticSet& set;
  const Pod* pod;
  Power power;
  bool has_stale_pod;
  bool is(std::string_view flag) const { return node.is(flag); }
  bool gone() const { return !pod; }
  bool ended() const { return pod && (pod->phase == "Failed" || pod->phase == "Succeeded"); }
  bool drained() const { return is("DRAIN") || is("FAIL"); }
  bool out_of_service() const { return drained() || is("DOWN"); }
  bool reason_begins(std::string_view words) const { return node.reason.starts_with(words); }
};

// True if skiff has set the reason, or Slurm has, for a node whose pod did not start or was lost. A reason that an
// administrator has set is never changed.
bool of_power_saving(const Elastic& at) {
  return at.reason_begins("skiff: ") || at.reason_begins(resume_timeout) || at.reason_begins("Not responding") ||
         at.reason_begins("Node unexpectedly rebooted");
}

// True if the node was drained because its pod ended.
bool of_pod(const Elastic& at) { return at.is("DRAIN") && !at.is("FAIL") && is_of_pods_end(at.node.reason); }

// True if a powered-down node has the flag NOT_RESPONDING, as if slurmctld had expected its slurmd.
bool is_off_but_not_responding(const Elastic& at) {
  return at.power == Power::off && at.is("IDLE") && at.is("NOT_RESPONDING") && !at.out_of_service();
}

Power power_of(const Node& node) {
  if (node.is("POWERING_UP")) return Power::powering_up;
  if (node.is("POWERED_DOWN")) return Power::off;
  if (node.is("POWERING_DOWN")) return Power::powering_down;
  return Power::on;
}

// One run of the decision: its input and its result.
class Decision {
 public:
  Decision(const PowerMemory& before, std::int64_t now) : before_(before), now_(now) {}
  PowerPlan plan;

  void decide(const Elastic& at) {
    if (at.pod && at.pod->leaving)
      plan.busy = true;
    else if (at.power == Power::powering_up)
      decide_powering_up(at);
    else if (at.power != Power::on)
      decide_powered_down(at);
    else if (at.gone() || at.ended())
      decide_lost_pod(at);
  }

  // Powers up nodes, so that `min` nodes are up even when no job runs.
  void keep_min_up(const ElasticSet& set, const std::vector<Elastic>& all) {
    std::int64_t missing = set.min;
    std::vector<const Elastic*> spare;
    for (const Elastic& at : all) {
      if (&at.set != &set || at.out_of_service()) continue;
      const bool asked = at.is("POWER_UP");
      if ((at.power == Power::powering_up || at.power == Power::on || asked) && !at.is("POWER_DOWN")) --missing;
      if (at.power == Power::off && at.gone() && !asked) spare.push_back(&at);
    }
    std::string names;
    for (std::int64_t i = 0; i < missing && i < static_cast<std::int64_t>(spare.size()); ++i) {
      const std::string& name = spare[i]->node.name;
      plan.updates.push_back({name, "power_up", "", SkipIf::never});
      names += (names.empty() ? "" : ",") + name;
    }
    if (names.empty()) return;
    log(set.name, "powering up " + names + " to keep " + std::to_string(set.min) + " nodes up");
    plan.busy = true;
  }

  void delete_stray(const Pod& pod) {
    plan.deletes.push_back({pod.name, pod.uid});
    log(pod.name, "slurmctld has no node of this name; deleting the pod");
    plan.busy = true;
  }

  // Updates the memory, after all nodes were decided.
  void remember(const std::vector<Elastic>& all, const std::vector<Pod>& pods) {
    PowerMemory& memory = plan.memory;
    memory.stale_pods.insert(before_.stale_pods.begin(), before_.stale_pods.end());
    std::erase_if(memory.stale_pods, [&](const auto& entry) {
      return std::none_of(pods.begin(), pods.end(), [&](const Pod& pod) { return pod.uid == entry.first; });
    });
    for (const Elastic& at : all) {
      const std::string& name = at.node.name;
      if (is_off_but_not_responding(at)) {
        const auto mark = mark_of(name);
        memory.not_responding[name] = {since(mark), tried_.contains(name) || (mark && mark->tried)};
      }
      // Both are logged once, and remembered while the node is powering up, down or drained.
      if (at.power != Power::powering_up && !at.is("DOWN") && !at.is("DRAIN")) continue;
      if (const auto trouble = of(before_.start_problems, name)) memory.start_problems.emplace(name, *trouble);
      if (const auto said = of(before_.logged, name)) memory.logged.emplace(name, *said);
    }
  }

 private:
  void log(const std::string& what, const std::string& text) { plan.log_lines.push_back(what + ": " + text); }
  void update(const Elastic& at, std::string state, std::string reason = "", SkipIf skip_if = SkipIf::never) {
    plan.updates.push_back({at.node.name, std::move(state), std::move(reason), skip_if});
  }
  void delete_pod(const Elastic& at) { plan.deletes.push_back({at.node.name, at.pod->uid}); }
  template <typename T>
  static std::optional<T> of(const std::map<std::string, T>& remembered, const std::string& name) {
    const auto found = remembered.find(name);
    return found == remembered.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<PowerMemory::NotResponding> mark_of(const std::string& name) const {
    return of(before_.not_responding, name);
  }
  // The clock may have been set back since the program's last run, which has stored the time.
  std::int64_t since(const std::optional<PowerMemory::NotResponding>& mark) const {
    return mark ? std::min(mark->since, now_) : now_;
  }
  static std::string did_not_start(const std::string& why) {
    return one_line(std::string(shared::reasons::missing) + ": " + why);
  }

  void decide_powering_up(const Elastic& at) {
    plan.busy = true;
    const std::string& name = at.node.name;
    if (at.gone()) {
      plan.creates.push_back({name, at.set.name});
    } else if (at.ended() || at.has_stale_pod) {
      delete_pod(at);
      log(name, "a stale pod still exists (" + at.pod->phase + "); deleting it");
    } else if (!at.pod->trouble.empty()) {
      const std::string trouble = one_line(at.pod->trouble);
      plan.memory.start_problems[name] = trouble;
      if (of(before_.start_problems, name) != trouble) log(name, "its pod does not start: " + trouble);
    }
  }

  // For a node that is powered down or powering down.
  void decide_powered_down(const Elastic& at) {
    const std::string& name = at.node.name;
    const bool timed_out = at.is("DOWN") && at.reason_begins(resume_timeout);
    if (!at.gone()) {
      delete_pod(at);
      plan.memory.stale_pods[at.pod->uid] = name;
      log(name, "powered down; deleting its pod");
      plan.busy = true;
      if (!timed_out) return;
      const std::string& trouble = at.pod->trouble;
      update(at, "",
             did_not_start(trouble.empty() ? of(before_.start_problems, name).value_or(at.pod->phase) : trouble));
    } else if (at.power == Power::powering_down && (!at.out_of_service() || (!at.drained() && of_power_saving(at)))) {
      // The pod is gone, so there is no need to wait for SuspendTimeout.
      update(at, "resume", "", SkipIf::drained);
      plan.busy = true;
    } else if (of_pod(at)) {
      // slurmctld also powers down drained idle nodes. If the pod takes longer to end, nothing else undoes its drain.
      update(at, "resume", "", SkipIf::drained_by_others);
      plan.busy = true;
    } else if (is_off_but_not_responding(at)) {
      clear_not_responding(at);
    } else if (at.power == Power::off && at.is("DOWN") && !at.drained() && of_power_saving(at) &&
               now_ - at.node.since >= at.set.retry_after) {
      update(at, "resume", "", SkipIf::drained);
      plan.log_lines.push_back(name + " may be powered up again (" + at.node.reason + ")");
    } else if (at.power == Power::off && timed_out && of(before_.start_problems, name)) {
      update(at, "", did_not_start(*of(before_.start_problems, name)));
    }
  }

  // Slurm 22.05 keeps NOT_RESPONDING on nodes that were powered down when slurmctld started, and then never selects
  // them. Setting such a node down and up again removes the flag, if anything does (24.11 sets it again). So try it
  // only once. Do not try it at once: a node that has just been powered down has the flag too, and its next job would
  // be requeued.
  void clear_not_responding(const Elastic& at) {
    const auto mark = mark_of(at.node.name);
    if (mark && mark->tried) return;
    plan.busy = true;
    if (now_ - since(mark) < not_responding_for_long) return;
    update(at, "down", std::string(put_away), SkipIf::drained);
    update(at, "resume", "", SkipIf::drained);
    tried_[at.node.name] = true;
    log(at.node.name, "powered down but NOT_RESPONDING, so Slurm would never select it; setting it down and up again");
  }

  // For a node that is up.
  void decide_lost_pod(const Elastic& at) {
    const std::string& name = at.node.name;
    if (at.ended()) delete_pod(at);
    if (at.is("UNKNOWN") || at.is("FUTURE")) return;
    if (at.out_of_service() && !of_power_saving(at)) {
      const std::string text = name + " has no pod; left unchanged because of its reason: " + at.node.reason;
      plan.memory.logged[name] = text;
      if (of(before_.logged, name) != text) plan.log_lines.push_back(text);
      return;
    }
    plan.busy = true;
    if (!at.is("DOWN")) {
      // Set it down first: if it were only powered down, its job would wait for a slurmd that no longer exists.
      const bool told = at.pod && !at.pod->trouble.empty();
      update(at, "down", one_line(std::string(shared::reasons::gone) + (told ? ": " + at.pod->trouble : "")));
      log(name, "up but without a pod; setting it down, so that its jobs are requeued");
    } else if (!at.is("POWER_DOWN")) {
      update(at, "power_down_force");
    }
  }

  const PowerMemory& before_;
  const std::int64_t now_;
  std::map<std::string, bool> tried_;
};

}  // namespace

PowerPlan decide_power(const std::vector<Node>& nodes, const std::vector<ElasticSet>& sets,
                       const std::vector<Pod>& pods, const PowerMemory& memory, std::int64_t now) {
  std::map<std::string_view, const ElasticSet*> set_of;
  for (const ElasticSet& set : sets) set_of[set.name] = &set;
  std::map<std::string_view, const Pod*> pod_of;
  for (const Pod& pod : pods) pod_of[pod.name] = &pod;
  std::vector<Elastic> all;
  std::map<std::string_view, bool> known;
  for (const Node& node : nodes) {
    known[node.name] = true;
    const auto set = set_of.find(parts_of(node.name).set);
    if (set == set_of.end()) continue;
    const auto pod = pod_of.find(node.name);
    const Pod* its = pod == pod_of.end() ? nullptr : pod->second;
    all.push_back({node, *set->second, its, power_of(node), its && memory.stale_pods.contains(its->uid)});
  }
  Decision decision(memory, now);
  for (const Elastic& at : all) decision.decide(at);
  for (const ElasticSet& set : sets) decision.keep_min_up(set, all);
  // Delete the pods of nodes that slurmctld no longer has. An empty list of nodes is not a valid answer.
  for (const Pod& pod : pods)
    if (!nodes.empty() && !known.contains(pod.name) && !pod.leaving) decision.delete_stray(pod);
  decision.remember(all, pods);
  return std::move(decision.plan);
}

}  // namespace skiff::sidecar
