#include "benchmark/reaction.h"

#include "embedded/shared.h"
#include "react.h"
#include "slurm.h"

namespace skiff::benchmark {

std::string mark_of(const Settings& settings) { return std::string(shared::reasons::mark) + settings.name + ": "; }

std::string reason_for(const Settings& settings, const Result& result) {
  const health::Outcome outcome{settings.name, health::Result{health::Level::critical, result.detail, {}}, {}};
  return health::reason_for({&outcome});
}

namespace {

std::string drain(const health::Node& node, const Settings& settings, const Result& result, std::int64_t& drains) {
  std::string why;
  const auto record = health::show_node(node, why);
  if (!record) return "not drained: " + why;
  if (record->drained()) return "not drained, because the node is already drained: " + record->reason;
  if (drains >= settings.drains) return "not drained: this run has reached limits.drains, " + std::to_string(drains);
  const std::string reason = reason_for(settings, result);
  if (!health::update_node(node, {"state=drain", "reason=" + reason}, why)) return "not drained: " + why;
  ++drains;
  return "drained: " + reason;
}

std::string comment(const health::Node& node, const Settings& settings, const Result& result) {
  std::string why;
  const auto record = health::show_node(node, why);
  if (!record) return "comment not written: " + why;
  const bool ours = record->comment.starts_with(mark_of(settings));
  const bool failed = result.grade == Grade::fail;
  if (!ours && (!failed || !record->comment.empty()))
    return failed ? "comment not written, because the node has another comment: " + record->comment : "";
  const std::string text = failed ? reason_for(settings, result) : "";
  if (!health::update_node(node, {"comment=" + text}, why)) return "comment not written: " + why;
  return failed ? "commented: " + text : "comment removed";
}

}  // namespace

std::string react(const Slurm& slurm, const Settings& settings, const Result& result, std::int64_t& drains) {
  const health::Node node = slurm.node(result.nodes.front());
  if (result.grade == Grade::unknown || settings.below == Below::nothing) return "";
  if (settings.below == Below::comment) return comment(node, settings, result);
  return result.grade == Grade::fail ? drain(node, settings, result, drains) : "";
}

}  // namespace skiff::benchmark
