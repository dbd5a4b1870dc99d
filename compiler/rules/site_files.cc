#include <algorithm>
#include <string>
#include <vector>

#include "diag/suggest.h"
#include "plan/owned.h"
#include "plan/slurm_files.h"
#include "rules/rules.h"
#include "text/split.h"

namespace skiff {
namespace {

using Files = Named<spec::SiteFile>;

const spec::Text* find_file(const Files& files, std::string_view name) {
  for (const auto& [key, file] : files)
    if (*key == name) return &key;
  return nullptr;
}

/// Another field of the spec, which writes the file if it is set.
struct OtherField {
  std::string_view file, field;
  const spec::Settings* settings;
};
std::vector<OtherField> other_fields(const spec::SlurmFiles& slurm) {
  return {{"job_container.conf", "spec.slurm.jobContainer", &slurm.job_container},
          {"mpi.conf", "spec.slurm.mpi", &slurm.mpi},
          {"acct_gather.conf", "spec.slurm.acctGather", &slurm.acct_gather}};
}

bool given(const spec::SlurmFiles& slurm, std::string_view name) {
  if (find_file(slurm.files, name)) return true;
  const auto others = other_fields(slurm);
  return std::any_of(others.begin(), others.end(),
                     [&](const OtherField& other) { return other.file == name && !other.settings->empty(); });
}

/// The field of the spec that provides a file.
std::string field_of(const spec::SlurmFiles& slurm, std::string_view name) {
  for (const OtherField& other : other_fields(slurm))
    if (other.file == name) return std::string(other.field);
  return "spec.slurm.files[\"" + std::string(name) + "\"]";
}

/// Calls `f(setting, word)` for every word of the parameter.
void each_word(const spec::Settings& config, std::string_view parameter, const auto& f) {
  for (const auto& [key, setting] : config) {
    if (!same_key(*key, parameter)) continue;
    for (const spec::Text& item : setting.list) f(item, std::string_view(*item));
    if (setting.list.empty())
      for (const std::string_view word : Parts(*setting.value, ',')) f(setting.value, word);
  }
}

bool is_read(const SlurmFileRow& row, const spec::Settings& config) {
  if (row.parameter.empty()) return true;
  bool found = false;
  each_word(config, row.parameter,
            [&](const spec::Text&, std::string_view word) { found = found || names_reader(row, word); });
  return found;
}

/// The topology of the spec that writes topology.conf or topology.yaml. nullptr: there is none.
const spec::Topology* own_topology(const spec::ClusterSpec& spec) {
  if (spec.topology) return &*spec.topology;
  for (const spec::Partition& partition : spec.partitions)
    if (partition.topology) return &*partition.topology;
  return nullptr;
}

struct Reserved {
  std::string_view name, instead;
};
constexpr Reserved reserved[] = {
    {"slurm.conf", "set spec.slurm.config, nodeSets, partitions"},
    {"gres.conf", "set gpus of a node set"},
    {"cgroup.conf", "set spec.slurm.cgroup"},
    {"plugstack.conf", "set spec.slurm.plugstack"},
    {"slurmdbd.conf", "set spec.slurm.slurmdbd"},
    {"slurm.key", "keys come from the Secret of spec.auth.keys"},
    {"slurm.jwks", "keys come from the Secret of spec.auth.keys"},
    {"jwks.json", "set spec.auth.jwt.jwks"},
    {"jwt_hs256.key", "keys come from the Secret of spec.auth.keys"},
    {"munge.key", "keys come from the Secret of spec.auth.keys"},
};

void warn(Diagnostics& found, std::string_view rule, const spec::Text& name, std::string message) {
  found.push_back({.rule = rule,
                   .severity = Severity::warning,
                   .problem = Problem::invalid,
                   .span = name.span,
                   .value = quote(*name),
                   .message = std::move(message)});
}

/// The parameters with which Slurm reads the file: `TopologyPlugin: topology/block or topology/tree`.
std::string wanted(std::string_view file, Version slurm) {
  std::string text;
  std::string_view parameter;
  for (const SlurmFileRow& row : slurm_file_rows()) {
    if (row.file != file || !in_release(row, slurm)) continue;
    text += text.empty() ? "" : " or ";
    if (row.parameter != parameter) text += std::string(row.parameter) + ": ";
    text += row.value == "*" ? "a plugin" : row.value;
    parameter = row.parameter;
  }
  return text;
}

}  // namespace

// Two fields cannot write the same file.
void rule_site_file_names(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::SlurmFiles& slurm = cluster.spec.slurm;
  for (const auto& [name, file] : slurm.files) {
    for (const Reserved& other : reserved)
      if (*name == other.name) forbid(found, "SKF390", name, "skiff provides this file: " + std::string(other.instead));
    if (name->starts_with("sshd_config"))
      forbid(found, "SKF390", name, "skiff provides this file: set sshd of a login set");
    for (const OtherField& other : other_fields(slurm))
      if (*name == other.file && !other.settings->empty())
        forbid(found, "SKF390", name, std::string(other.field) + " writes this file: remove one of the two");
    const auto& containers = cluster.spec.containers;
    if (*name == "oci.conf" && containers && containers->oci)
      forbid(found, "SKF390", name, "spec.containers.oci writes this file: remove one of the two");
    const spec::Topology* topology = own_topology(cluster.spec);
    if (topology && (*name == "topology.conf" || *name == "topology.yaml")) {
      forbid(found, "SKF390", name, "skiff writes the topology of the spec: remove one of the two");
      found.back().notes.push_back({topology->span, "the topology is here"});
    }
  }
}

// Without topology.conf, slurmctld waits a minute and exits. Without a script, it exits at once. Without
// job_container.conf, slurmd has a segmentation fault (22.05 to 24.11).
void rule_site_files_needed(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::SlurmFiles& slurm = cluster.spec.slurm;
  const Version release = *plan.target.slurm;
  const bool topology =
      own_topology(cluster.spec) || (release >= plan::topology_yaml && find_file(slurm.files, "topology.yaml"));
  for (const SlurmFileRow& row : slurm_file_rows()) {
    if (!row.needed || !in_release(row, release) || given(slurm, row.file)) continue;
    if (topology && row.file == "topology.conf") continue;
    each_word(slurm.config, row.parameter, [&](const spec::Text& place, std::string_view word) {
      if (!names_reader(row, word)) return;
      const bool field = row.file == "topology.conf" && row.value != "topology/ring";
      refuse(found, "SKF391", place,
             "needs " + std::string(row.file) +
                 " to start: " + (field ? "set spec.topology instead, or add " : "set ") + field_of(slurm, row.file));
    });
  }
}

void rule_site_files_read(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::SlurmFiles& slurm = cluster.spec.slurm;
  const Version release = *plan.target.slurm;
  std::vector<std::string_view> known;
  for (const SlurmFileRow& row : slurm_file_rows())
    if (in_release(row, release) && (known.empty() || known.back() != row.file)) known.push_back(row.file);
  for (const auto& [name, file] : slurm.files) {
    bool in_table = false, of_release = false, read = false;
    const SlurmFileRow* first = nullptr;
    for (const SlurmFileRow& row : slurm_file_rows()) {
      if (row.file != *name) continue;
      in_table = true;
      if (!first || row.since < first->since) first = &row;
      if (!in_release(row, release)) continue;
      of_release = true;
      read = read || is_read(row, slurm.config);
    }
    if (!in_table) {
      const std::string meant = did_you_mean(*name, known);
      if (!meant.empty()) warn(found, "SKF392", name, "Slurm reads no file with this name" + meant);
    } else if (!of_release) {
      refuse(found, "SKF393", name,
             "Slurm reads this file from " + to_string(first->since) + " on, but the target is " + to_string(release) +
                 (*name == "topology.yaml" ? ": use topology.conf and TopologyPlugin" : ""));
    } else if (*name == "topology.conf" && release >= plan::topology_yaml && find_file(slurm.files, "topology.yaml")) {
      warn(found, "SKF392", name, "topology.yaml replaces this file: remove one of the two");
    } else if (!read) {
      warn(found, "SKF392", name, "nothing reads this file: set " + wanted(*name, release) + " in spec.slurm.config");
    }
  }
}

}  // namespace skiff
