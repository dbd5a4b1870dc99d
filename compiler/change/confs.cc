#include "change/confs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "change/compare_confs.h"
#include "change/group.h"
#include "lower/slurm/restart.h"
#include "plan/owned.h"
#include "text/host_index.h"
#include "verify/conf_text.h"

namespace skiff::change {
namespace {

using Effect = RestartRow::Effect;

// Files that slurmctld reads again at a reconfigure, from their man pages ("Changes to the configuration file take
// effect upon … scontrol reconfigure"). restart.tsv has the exceptions. topology.yaml: docs/topology.md. oci.conf: each
// step reads the file that slurmctld last sent (tests/slurm/bundle_parts.sh).
constexpr std::array<std::string_view, 8> reconfigurable = {
    "cgroup.conf", "gres.conf", "helpers.conf", "mpi.conf", "oci.conf", "slurm.conf", "topology.conf", "topology.yaml"};
// Scripts that are read again for the next job (docs/slurm-files.md).
constexpr std::array<std::string_view, 2> read_per_job = {"cli_filter.lua", "job_submit.lua"};

const std::string& by_reconfigure() {
  static const std::string text =
      "The file reaches slurmctld's pod within about a minute. Then the container sidecar runs scontrol reconfigure, and "
      "slurmctld sends the new configuration to the workers. No pod is replaced for it.";
  return text;
}

Outcome outcome_of(std::string_view file, const ConfDifference& difference, Version slurm) {
  // slurmctld kills the jobs of a partition that is gone: src/slurmctld/read_config.c, _sync_jobs_to_conf.
  if (same_key(difference.first, "PartitionName") && difference.how == How::removed && difference.after_line == 0) {
    const std::string name = difference.line.substr(difference.line.find('=') + 1);
    return {
        Class::loses_data,
        "When slurmctld reads the file, it ends the jobs of this partition, running and waiting. Let them end first.",
        {"scontrol update partitionname=" + name + " state=drain",
         "Wait until squeue --partition=" + name + " shows no job.", "kubectl apply -k out"}};
  }
  const RestartRow* worst = nullptr;
  // The effects in the order of how much they affect. All of them are worse than a reconfigure.
  constexpr std::array order = {Effect::slurmd, Effect::slurmdbd, Effect::slurmctld,
                                Effect::all,    Effect::together, Effect::never};
  const auto rank = [&](const RestartRow& row) { return std::ranges::find(order, row.effect) - order.begin(); };
  for (const std::string& key : difference.keys) {
    const RestartRow* row = restart_row(file, difference.first, key, slurm);
    if (row && (!worst || rank(*row) > rank(*worst))) worst = row;
  }
  if (!worst) {
    if (std::ranges::find(reconfigurable, file) != reconfigurable.end()) return {Class::reconfigure, by_reconfigure()};
    return {Class::unknown, "skiff does not know when Slurm reads this file again."};
  }
  switch (worst->effect) {
    case Effect::never:
      return {
          Class::loses_data,
          "slurmctld does not find or accept its saved state with another value, so all jobs are lost. Never change it "
          "in a running cluster."};
    case Effect::slurmctld:
      return {
          Class::restart,
          "A reconfigure does not apply it. The annotation skiff/restart-hash changes with it, so Kubernetes replaces "
          "slurmctld's pod. Running jobs continue. Until the new pod answers, Slurm's commands fail."};
    case Effect::all:
      return {
          Class::restart,
          "A reconfigure does not apply it. The annotation skiff/restart-hash changes with it, so Kubernetes replaces "
          "slurmctld's pod. Running jobs continue. A worker applies it when its own pod is next replaced."};
    case Effect::together:
      return {
          Class::loses_data,
          "slurmctld gets the new value at once, because Kubernetes replaces its pod. It does not reach workers that have "
          "the old value: after SlurmdTimeout it takes their nodes as down and ends their jobs. Let the jobs end first.",
          {"scontrol update nodename=ALL state=drain reason=apply", "Wait until squeue --states=R,CG shows no job.",
           "kubectl apply -k out", "Delete the pods of all workers and login sets.",
           "scontrol update nodename=ALL state=resume"}};
    case Effect::slurmd:
      return {Class::restart,
              "A reconfigure does not apply it. A worker applies it when its pod is next replaced; the change itself "
              "replaces none."};
    case Effect::slurmdbd:
      return {Class::restart,
              "slurmdbd reads it only when it starts. The annotation skiff/restart-hash changes with it, so Kubernetes "
              "replaces slurmdbd's pod. Running jobs continue. Until the new pod answers, sacct and sacctmgr fail."};
  }
  return {};
}

const MapEntry* slurm_conf_of(const Side& side) {
  for (const Object& object : side.objects)
    for (const MapEntry& entry : object.entries)
      if (entry.key == "slurm.conf") return &entry;
  return nullptr;
}

struct NodeLines {
  std::vector<HostRun> hosts;
  std::vector<std::uint32_t> numbers;
};

NodeLines nodes_of(const MapEntry* entry) {
  NodeLines nodes;
  if (!entry) return nodes;
  const ParsedConf conf = parse_conf(entry->file->text);
  for (const ParsedLine& line : conf.lines) {
    if (line.parameters[0].first != "NodeName" || line.parameters[0].second == "DEFAULT") continue;
    if (const auto hosts = parse_hostlist(line.parameters[0].second))
      nodes.hosts.insert(nodes.hosts.end(), hosts->begin(), hosts->end());
    nodes.numbers.push_back(line.number);
  }
  return nodes;
}

}  // namespace

bool is_conf(const MapEntry& entry) {
  constexpr std::array<std::string_view, 3> others = {"plugstack.conf", "policy.conf", "reservations.conf"};
  return entry.file->path.starts_with("slurm/") && entry.key.ends_with(".conf") &&
         std::ranges::find(others, entry.key) == others.end();
}

std::vector<Change> conf_changes(const MapEntry& before, const MapEntry& after, Version slurm, Decisions& decisions) {
  Grouped changes(after.file->path);
  for (const ConfDifference& difference : conf_differences(before.file->text, after.file->text)) {
    FieldChange field;
    const bool whole = !difference.line.empty() && (difference.after_line == 0 || difference.before_line == 0);
    const bool first = difference.line.empty() || same_key(difference.keys.front(), difference.first);
    field.path = whole ? difference.line : first ? difference.first : difference.line + " " + difference.keys.front();
    field.how = difference.how;
    // The name of an added or removed line says enough; slurm.conf has the rest.
    if (!whole) {
      field.before = difference.before;
      field.after = difference.after;
    }
    field.decided = decisions.of({before.file, {difference.before_line}}, {after.file, {difference.after_line}});
    changes.add(outcome_of(after.key, difference, slurm), std::move(field));
  }
  return std::move(changes).take();
}

std::vector<Change> leaving_nodes(const Side& before, const Side& after, bool slurmctld_restarts,
                                  Decisions& decisions) {
  const MapEntry* const old_file = slurm_conf_of(before);
  const MapEntry* const new_file = slurm_conf_of(after);
  if (!old_file || !new_file) return {};
  const NodeLines old_nodes = nodes_of(old_file), new_nodes = nodes_of(new_file);
  HostIndex index;
  for (const HostRun& run : new_nodes.hosts) index.add(run);
  Hostlist leaving;
  for (const HostRun& run : old_nodes.hosts)
    for (HostRun& absent : index.absent(run)) leaving.push_back(std::move(absent));
  if (leaving.empty()) return {};
  FieldChange field{"NodeName", How::removed, print_hostlist(leaving), ""};
  field.decided = decisions.of({old_file->file, old_nodes.numbers}, {new_file->file, new_nodes.numbers});
  Outcome outcome{
      Class::drain,
      "These nodes leave. The container sidecar drains them, and slurmctld gets the new files only when their "
      "jobs have ended. All other changes of Slurm's files wait until then, too."};
  if (slurmctld_restarts)
    outcome = {
        Class::drain,
        "These nodes leave, and slurmctld's pod is replaced. The new slurmctld does not know them, so their jobs "
        "end. Drain them before you apply.",
        {"scontrol update nodename=" + print_hostlist(leaving) + " state=drain reason=leaves",
         "Wait until sinfo shows none of them as drng.", "kubectl apply -k out"}};
  Grouped changes(new_file->file->path);
  changes.add(std::move(outcome), std::move(field));
  return std::move(changes).take();
}

Outcome slurm_file_outcome(std::string_view name) {
  if (std::ranges::find(reconfigurable, name) != reconfigurable.end()) return {Class::reconfigure, by_reconfigure()};
  if (std::ranges::find(read_per_job, name) != read_per_job.end())
    return {Class::reconfigure, by_reconfigure() + " The next job uses the new script."};
  return {Class::unknown, "skiff does not know when Slurm reads this file again."};
}

}  // namespace skiff::change
