#include "sidecar/drains.h"

#include <algorithm>
#include <cmath>

#include "common/record.h"
#include "embedded/shared.h"
#include "text/ascii.h"

namespace skiff::sidecar {
namespace {

constexpr std::int64_t most_tries = 3, between_tries = 30;

bool contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool is_ours(const std::string& cause, const AfterDrain& settings) {
  return !cause.empty() && (cause == shared::reasons::flapping || cause == shared::reasons::settings ||
                            contains(settings.checks, cause) || contains(settings.benchmarks, cause));
}

// `24 hours` or `1.5 hours`.
std::string hours(std::int64_t seconds) {
  const std::int64_t tenths = std::llround(static_cast<double>(seconds) / 360);
  return std::to_string(tenths / 10) + (tenths % 10 ? "." + std::to_string(tenths % 10) : "") + " hours";
}

bool has_pod_of(const Worker& worker, const Replaced& last) { return worker.pod && worker.pod->uid == last.uid; }

struct Assessment {
  Stage stage;
  std::string why = {};
};

Assessment attention(std::string why) { return {Stage::needs_attention, std::move(why)}; }

// A replacement is under way, or has not helped.
Assessment after_replacement(const Drain& drain, const AfterDrain& settings, std::int64_t now) {
  const Worker& worker = *drain.worker;
  const Replaced& last = *drain.last;
  if (!settings.replace) return attention("pod replacement is no longer enabled");
  const bool still_there =
      worker.elastic ? worker.quiet || worker.off : worker.quiet && has_pod_of(worker, last) && !worker.pod->leaving;
  if (last.tries < most_tries && last.tried <= now - between_tries && still_there) return {Stage::retrying};
  if (now - last.at < settings.replace->patience) return {Stage::replaced};
  if (!worker.elastic && has_pod_of(worker, last)) return attention("its pod could not be replaced");
  return attention("its pod was replaced, but the node is still drained");
}

Assessment assess(const Drain& drain, const AfterDrain& settings, std::int64_t now) {
  const Worker& worker = *drain.worker;
  if (drain.last && !drain.last->over) return after_replacement(drain, settings, now);
  if (!worker.quiet && !worker.off)
    return {Stage::draining, worker.busy() ? "jobs are running on it" : "its state is " + worker.node->state};
  if (now - drain.begin < settings.wait) return {Stage::drained};
  if (!settings.replace) return attention("pod replacement is not enabled");
  const Replace& replace = *settings.replace;
  if (!contains(replace.sets, worker.set))
    return attention("pod replacement is not enabled for node set " + worker.set);
  if (!contains(replace.checks.empty() ? settings.checks : replace.checks, worker.cause))
    return attention("pod replacement is not enabled for " + worker.cause);
  if (drain.last && drain.last->at > now - replace.again)
    return attention("its pod was already replaced within the last " + hours(replace.again));
  if (!worker.elastic && (!worker.pod || worker.pod->leaving)) return {Stage::drained};
  return {Stage::candidate};
}

void choose(std::vector<Drain>& drains, const Replace& replace, std::int64_t hour) {
  const auto under_way = std::count_if(drains.begin(), drains.end(), [](const Drain& drain) {
    return drain.stage == Stage::replaced || drain.stage == Stage::retrying;
  });
  const std::int64_t room = std::min<std::int64_t>(replace.per_hour - hour, replace.at_once - under_way);
  std::vector<Drain*> candidates;
  for (Drain& drain : drains)
    if (drain.stage == Stage::candidate) candidates.push_back(&drain);
  std::sort(candidates.begin(), candidates.end(), [](const Drain* a, const Drain* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->name() < b->name();
  });
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(candidates.size()); ++i) {
    Drain& drain = *candidates[i];
    drain.stage = i < room ? Stage::replacing : Stage::waiting;
    if (i < room) continue;
    drain.why = i + hour >= replace.per_hour
                    ? "replacement limit reached: " + std::to_string(replace.per_hour) + " per hour"
                    : "replacement limit reached: " + std::to_string(replace.at_once) + " at a time";
  }
}

}  // namespace

bool may_be_ours(const Node& node) { return node.reason.starts_with(shared::reasons::mark); }

// Empty if the reason contains ` Reason=`: a part of it may then be the node's comment.
std::string cause_of(const std::string& reason) {
  if (!reason.starts_with(shared::reasons::mark) || reason.find(" Reason=") != reason.npos) return "";
  const auto begin = shared::reasons::mark.size();
  auto end = begin;
  while (end < reason.size() && (is_lower(reason[end]) || is_digit(reason[end]) || reason[end] == '-')) ++end;
  if (end == begin || end == reason.size() || reason[end] != ':') return "";
  // Accept `mount` in `[HC] mount:/data: …`.
  const auto word_end = reason.find(' ', end);
  if (word_end == reason.npos || reason[word_end - 1] != ':') return "";
  return reason.substr(begin, end - begin);
}

std::vector<Worker> workers_of(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                               const AfterDrain& settings) {
  std::map<std::string_view, const Pod*> pod_of;
  for (const Pod& pod : pods) pod_of[pod.name] = &pod;
  std::vector<Worker> workers;
  for (const Node& node : nodes) {
    const auto set = settings.sets.find(std::string(parts_of(node.name).set));
    if (set == settings.sets.end()) continue;
    Worker worker;
    worker.node = &node;
    worker.set = set->first;
    worker.elastic = set->second == SetKind::elastic;
    if (const auto pod = pod_of.find(node.name); pod != pod_of.end()) worker.pod = pod->second;
    worker.cause = cause_of(node.reason);
    worker.drained = node.is("DRAIN");
    const bool idle = node.is("IDLE") && worker.drained;
    // No job is on the node and none can start. A node that does not answer or is in a reservation is not quiet.
    worker.quiet = idle && node.only({"IDLE", "DRAIN", "CLOUD", "DYNAMIC_NORM"});
    worker.off = worker.elastic && idle && node.is("POWERED_DOWN") &&
                 node.only({"IDLE", "DRAIN", "CLOUD", "POWERED_DOWN", "NOT_RESPONDING"});
    worker.serves =
        node.only({"IDLE", "MIXED", "ALLOCATED", "CLOUD", "DYNAMIC_NORM", "COMPLETING", "PLANNED", "RESERVED"});
    worker.ours = worker.drained && is_ours(worker.cause, settings);
    workers.push_back(std::move(worker));
  }
  return workers;
}

std::int64_t in_the_hour(const std::vector<Replaced>& replaced, std::int64_t now) {
  return std::count_if(replaced.begin(), replaced.end(), [&](const Replaced& one) { return one.at > now - 3600; });
}

std::vector<Drain> drains_of(const std::vector<Worker>& workers, const std::vector<Replaced>& replaced,
                             const AfterDrain& settings, std::int64_t now) {
  std::vector<Drain> drains;
  for (const Worker& worker : workers) {
    if (!worker.ours) continue;
    Drain drain;
    drain.worker = &worker;
    for (const Replaced& one : replaced)
      if (one.node == drain.name()) drain.last = &one;
    drain.begin = std::max(worker.node->since, worker.pod ? worker.pod->created : 0);
    Assessment found = assess(drain, settings, now);
    drain.stage = found.stage;
    drain.why = std::move(found.why);
    drains.push_back(std::move(drain));
  }
  if (settings.replace) choose(drains, *settings.replace, in_the_hour(replaced, now));
  return drains;
}

}  // namespace skiff::sidecar
