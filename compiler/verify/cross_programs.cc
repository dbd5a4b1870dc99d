#include <algorithm>

#include "text/quote.h"
#include "verify/cross.h"
#include "verify/report.h"

namespace skiff {
namespace {

struct Program {
  std::string_view key;
  std::string_view daemon;  ///< the daemon whose pod runs the program
};

constexpr Program programs[] = {
    {"ResumeProgram", "slurmctld"},
    {"SuspendProgram", "slurmctld"},
    {"ResumeFailProgram", "slurmctld"},
    {"PrologSlurmctld", "slurmctld"},
    {"EpilogSlurmctld", "slurmctld"},
    {"MailProg", "slurmctld"},
    {"Prolog", "slurmd"},
    {"Epilog", "slurmd"},
    {"HealthCheckProgram", "slurmd"},
    {"RebootProgram", "slurmd"},
    {"TaskProlog", "slurmd"},
    {"TaskEpilog", "slurmd"},
    {"UnkillableStepProgram", "slurmd"},
    {"ResvProlog", "slurmctld"},
    {"ResvEpilog", "slurmctld"},
    {"SrunProlog", "sshd"},
    {"SrunEpilog", "sshd"},
};

const OutputConfigMap* config_map(const VerifyInput& input, std::string_view name) {
  const auto found = std::find_if(input.config_maps.begin(), input.config_maps.end(),
                                  [&](const OutputConfigMap& map) { return map.name == name; });
  return found == input.config_maps.end() ? nullptr : &*found;
}

// Checks the program at `path` in one workload.
void check_program(const VerifyInput& input, const Item& workload, const Value& container, const OutputConf& file,
                   const Parameter& parameter, std::string_view path, Diagnostics& out) {
  const Value* mount = mount_of(container, path);
  const Value* volume = mount ? item_named(items_of(*workload.pod, "volumes"), text_of(*mount, "name")) : nullptr;
  const Value* source = volume ? volume->find("configMap") : nullptr;
  // Nothing is known about programs in an image or on a claim.
  const OutputConfigMap* map = source ? config_map(input, text_of(*source, "name")) : nullptr;
  if (!map || mount->find("subPath")) return;
  const std::string where = "ConfigMap " + std::string(map->name) + " at " + std::string(text_of(*mount, "mountPath")) +
                            " of " + std::string(workload.kind) + ' ' + std::string(workload.name);
  const std::string_view name = path.substr(std::min(path.size(), text_of(*mount, "mountPath").size() + 1));
  const SharedList<Value>& items = items_of(*source, "items");
  const Value* item = item_named(items, name, "path");
  const bool there = items.empty() ? std::any_of(map->entries.begin(), map->entries.end(),
                                                 [&](const ConfigMapEntry& entry) { return entry.key == name; })
                                   : item != nullptr;
  if (!there) {
    report(out, "SKF468", Problem::not_found, file, parameter, "there is no file " + quote(name) + " in " + where);
    return;
  }
  const std::int64_t mode =
      item && item->find("mode") ? number_of(*item, "mode", 0) : number_of(*source, "defaultMode", 0644);
  if ((mode & 0111) == 0)
    report(out, "SKF468", Problem::invalid, file, parameter, "the file is not executable in " + where);
}

// A program without which the daemon exits. It must be in the image: none of the daemon's volumes has programs.
void check_needed(const ObjectSet& set, std::string_view daemon, const OutputConf& file, const Parameter& parameter,
                  Diagnostics& out) {
  const std::string_view path = unquoted(parameter.value);
  if (!path.starts_with('/')) {
    report(
        out, "SKF468", Problem::invalid, file, parameter,
        "must be the absolute path of a program in the image of " + std::string(daemon) + ", which exits without it");
    return;
  }
  for (const Item& item : set.items()) {
    const Value* container = container_of(item, daemon);
    const Value* mount = container ? mount_of(*container, path) : nullptr;
    const Value* volume = mount ? item_named(items_of(*item.pod, "volumes"), text_of(*mount, "name")) : nullptr;
    if (!volume || volume->find("configMap")) continue;
    report(out, "SKF468", Problem::not_found, file, parameter,
           "the pod of " + std::string(daemon) + " has its own " + std::string(text_of(*mount, "mountPath")) +
               ", which contains no program; name one of the image, because " + std::string(daemon) +
               " exits without it");
    return;
  }
}

}  // namespace

void check_programs(const VerifyInput& input, const ObjectSet& set, Diagnostics& out) {
  const OutputConf* slurmdbd = find_conf(input, "slurmdbd.conf");
  for (const std::string_view key : {"ArchiveScript", "StoragePassScript"})
    if (const Parameter* script = find_parameter(slurmdbd, key)) check_needed(set, "slurmdbd", *slurmdbd, *script, out);
  const OutputConf* slurm = find_conf(input, "slurm.conf");
  if (!slurm) return;
  const Parameter* completed = find_parameter(slurm, "JobCompLoc");
  if (completed && value_of(slurm, "JobCompType", "") == "jobcomp/script")
    check_needed(set, "slurmctld", *slurm, *completed, out);
  for (const Program& program : programs) {
    const Parameter* parameter = find_parameter(slurm, program.key);
    const std::string_view path = parameter ? unquoted(parameter->value) : std::string_view();
    if (!path.starts_with('/')) continue;
    const std::size_t before = out.size();
    for (const Item& item : set.items()) {
      const Value* container = container_of(item, program.daemon);
      if (container) check_program(input, item, *container, *slurm, *parameter, path.substr(0, path.find(' ')), out);
      // The node sets are alike, so one diagnostic is enough.
      if (out.size() > before) break;
    }
  }
}

}  // namespace skiff
