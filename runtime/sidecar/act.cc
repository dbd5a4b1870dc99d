#include "sidecar/act.h"

#include <algorithm>
#include <tuple>

#include "sidecar/after_drain.h"
#include "sidecar/kube.h"
#include "text/join.h"

namespace skiff::sidecar {
namespace {

constexpr std::size_t at_once = 16;
// Limits the length of scontrol's argument: the kernel allows 128 KiB per argument.
constexpr std::size_t most_names = 400;

const char* json_type = "application/json";
const char* patch_type = "application/strategic-merge-patch+json";

// Why a request failed; empty if it succeeded. 404 counts as success.
std::string refusal(const Answer& answer) {
  if ((answer.status >= 200 && answer.status < 300) || answer.status == 404) return "";
  if (answer.status == 0) return "no answer: " + answer.error;
  return std::to_string(answer.status) + " " + parse_message(answer.body);
}

// The nodes that are not drained now. With `drained_by_others`, also nodes that were drained because their pod ended.
// None if slurmctld does not answer.
std::vector<std::string> not_drained(const Context& context, const std::vector<std::string>& names, SkipIf skip_if) {
  std::string why;
  std::vector<std::string> left;
  const auto nodes = context.slurm.nodes(joined(names, ","), why);
  if (!nodes) return left;
  for (const Node& node : *nodes)
    if (!node.is("DRAIN") || (skip_if == SkipIf::drained_by_others && is_of_pods_end(node.reason)))
      left.push_back(node.name);
  return left;
}

void update_alike(const Context& context, const std::string& part, const Update& change,
                  std::vector<std::string> names) {
  if (change.skip_if != SkipIf::never) names = not_drained(context, names, change.skip_if);
  if (names.empty()) return;
  std::vector<std::string> words;
  if (!change.reason.empty()) words.push_back("reason=" + change.reason);
  if (!change.state.empty()) words.push_back("state=" + change.state);
  std::string why, told = "nodename=" + joined(names, ",");
  for (const auto& word : words) told += " " + word;
  context.log.debug(part, "scontrol update " + told);
  if (!context.slurm.update(joined(names, ","), words, why) && !context.stop)
    context.log.warning(part, "update failed: " + told + ": " + why);
}

Request request_of(const Context& context, const Patch& patch, std::int64_t now) {
  const std::string objects = patch.kind == Patch::Kind::pod ? context.pods : "/api/v1/nodes";
  return {"PATCH", objects + "/" + escaped(patch.name) + "/status", patch_type, patch_body(patch, now)};
}

// Sends the requests, and logs each error once.
void send_all(const Context& context, const std::string& part, const std::vector<Request>& requests,
              std::map<std::string, std::string>& refused) {
  if (requests.empty()) return;
  const auto answers = context.api.send(requests, at_once, context.stop);
  for (std::size_t i = 0; i < answers.size() && !context.stop; ++i) {
    const std::string what = requests[i].method + " " + requests[i].path;
    // 404 and 409 are no errors: the object is gone, or another one has its name. The next poll sees it.
    const std::string why = answers[i].status == 409 ? "" : refusal(answers[i]);
    if (!why.empty() && refused[what] != why) context.log.warning(part, what + ": " + why);
    if (why.empty())
      refused.erase(what);
    else
      refused[what] = why;
  }
}

}  // namespace

void update_nodes(const Context& context, const std::string& part, const std::vector<Update>& updates) {
  std::map<std::tuple<std::string, std::string, SkipIf>, std::vector<std::string>> alike;
  for (const Update& one : updates) alike[{one.state, one.reason, one.skip_if}].push_back(one.node);
  for (const auto& [change, names] : alike)
    for (std::size_t from = 0; from < names.size() && !context.stop; from += most_names)
      update_alike(context, part, {"", std::get<0>(change), std::get<1>(change), std::get<2>(change)},
                   {names.begin() + from, names.begin() + std::min(from + most_names, names.size())});
}

void act_on_power(const Context& context, PowerPlan& plan, const std::vector<ElasticSet>& sets) {
  update_nodes(context, "power", plan.updates);
  std::vector<Request> requests;
  for (const Delete& one : plan.deletes)
    requests.push_back({"DELETE", context.pods + "/" + escaped(one.node), json_type, delete_body(one.uid)});
  for (const Create& one : plan.creates) {
    const auto set = std::find_if(sets.begin(), sets.end(), [&](const auto& each) { return each.name == one.set; });
    requests.push_back({"POST", context.pods, json_type, pod_body(*set, one.node)});
  }
  const auto answers = context.api.send(requests, at_once, context.stop);
  for (std::size_t i = 0; i < answers.size() && !context.stop; ++i) {
    const bool creates = i >= plan.deletes.size();
    const std::string& node = creates ? plan.creates[i - plan.deletes.size()].node : plan.deletes[i].node;
    if (answers[i].status == 409 && !creates) continue;
    std::string why = refusal(answers[i]);
    if (answers[i].status == 409) why = "a pod of this name already exists";
    if (why.empty()) {
      if (creates) context.log.info("power", node + ": powering up; created its pod");
      continue;
    }
    auto& trouble = plan.memory.start_problems[node];
    if (creates && trouble == why) continue;
    context.log.warning("power", node + (creates ? ": create pod: " : ": delete pod: ") + why);
    if (creates) trouble = why;
    if (trouble.empty()) plan.memory.start_problems.erase(node);
  }
}

void act_on_topology(const Context& context, const std::vector<Place>& places,
                     std::map<std::string, std::string>& refused) {
  std::map<std::string, std::vector<std::string>> alike;
  for (const Place& place : places) alike[place.topology].push_back(place.node);
  std::map<std::string, std::string> failed;
  for (const auto& [topology, names] : alike)
    for (std::size_t from = 0; from < names.size() && !context.stop; from += most_names) {
      const std::size_t to = std::min(from + most_names, names.size());
      const std::string list = joined(std::vector(names.begin() + from, names.begin() + to), ",");
      const std::string change = "topology=" + topology;
      std::string why;
      context.log.debug("topology", "scontrol update nodename=" + list + " " + change);
      if (context.slurm.update(list, {change}, why) || context.stop) continue;
      // slurmctld may not have read the topology of these settings yet. The next poll tries again.
      const std::string text = "update failed: nodename=" + list + " " + change + ": " + why;
      if (refused[change] != text) context.log.warning("topology", text);
      failed[change] = text;
    }
  refused = std::move(failed);
}

void act_after_drain(const Context& context, const AfterDrainPlan& plan, std::map<std::string, std::string>& refused,
                     std::int64_t now) {
  std::vector<Request> requests;
  for (const Delete& one : plan.deletes)
    requests.push_back({"DELETE", context.pods + "/" + escaped(one.node), json_type, delete_body(one.uid)});
  update_nodes(context, "after-drain", plan.updates);
  for (const Patch& one : plan.patches) requests.push_back(request_of(context, one, now));
  send_all(context, "after-drain", requests, refused);
}

void act_on_dead_nodes(const Context& context, const std::vector<Delete>& deletes,
                       std::map<std::string, std::string>& refused) {
  std::vector<Request> requests;
  for (const Delete& one : deletes)
    requests.push_back({"DELETE", context.pods + "/" + escaped(one.node), json_type, force_delete_body(one.uid)});
  send_all(context, "dead-nodes", requests, refused);
}

void send_events(const Context& context, const std::string& part, const std::vector<StateEvent>& events,
                 const std::string& ns, std::map<std::string, std::string>& refused, std::int64_t now) {
  std::vector<Request> requests;
  for (const StateEvent& one : events)
    requests.push_back({"POST", "/api/v1/namespaces/" + escaped(ns) + "/events", json_type, event_body(one, ns, now)});
  send_all(context, part, requests, refused);
}

void send_patches(const Context& context, const std::string& part, const std::vector<Patch>& patches,
                  std::map<std::string, std::string>& refused, std::int64_t now) {
  std::vector<Request> requests;
  for (const Patch& one : patches) requests.push_back(request_of(context, one, now));
  send_all(context, part, requests, refused);
}

}  // namespace skiff::sidecar
