#include <algorithm>
#include <string>

#include "embedded/shared.h"
#include "plan/hooks.h"
#include "rules/rules.h"

namespace skiff {
namespace {

bool inside(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// Directories of a pod that replace those of the image.
constexpr std::string_view made_new[] = {"/dev",
                                         "/etc/skiff",
                                         "/etc/slurm",
                                         "/proc",
                                         "/run",
                                         "/sys",
                                         "/tmp",
                                         "/var/run",
                                         shared::paths::controllerState,
                                         shared::paths::workerState};

// The reason why no pod has a program at this path; empty if one may have it.
std::string why_absent(const HookRow& row, const std::string& path, const spec::ClusterSpec& spec) {
  for (const std::string_view folder : made_new)
    if (inside(path, folder))
      return "the pods have their own " + std::string(folder) + ", which contains no program of the image";
  if (row.place != HookRow::Place::controller) return {};
  for (const spec::Mount& mount : spec.mounts)
    if (inside(path, *mount.path))
      return "slurmctld runs this program, and its pod does not have the mount at " + *mount.path;
  return {};
}

}  // namespace

// Slurm's parameters for these programs are refused (SKF317), because skiff could not check a path in them.
void rule_script_paths(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  spec::Scripts scripts = cluster.spec.slurm.scripts;
  scripts.each([&](std::string_view name, const std::vector<spec::Script>& list) {
    for (const spec::Script& script : list) {
      if (!script.path) continue;
      const std::string why = why_absent(hook_row(name), *script.path, cluster.spec);
      if (!why.empty()) refuse(found, "SKF394", script.path, why + "; give the program as text or file");
    }
  });
}

// In mode task only tasks enter the jail, in task_init_privileged. A TaskEpilog is not a task (docs/jail.md).
void rule_task_epilog(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& scripts = cluster.spec.slurm.scripts.task_epilog;
  if (!plan.jail || scripts.empty() || *plan.jail->mode != "task") return;
  forbid(found, "SKF396", scripts.front(),
         "with spec.jail.mode task, no program runs after a task; remove it, or use mode step");
}

}  // namespace skiff
