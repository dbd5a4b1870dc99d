#include "embedded/shared.h"
#include "plan/hooks.h"
#include "plan/resolve_parts.h"

namespace skiff {
namespace {

plan::Program resolve_program(const spec::Script& script) {
  plan::Program program;
  if (script.path)
    program.path = script.path.tracked();
  else
    program.text = plan::Text{script.text.value.value_or(""), script.text.origin};
  if (script.timeout) program.timeout = resolve_seconds(script.timeout);
  return program;
}

plan::Program health_program(const plan::Bool& wanted, std::string_view name) {
  return {
      plan::Text{std::string(shared::paths::programs) + "/skiff-health-" + std::string(name), wanted.origin}, {}, {}};
}

plan::Program gpu_jobs_program(const plan::GpuJobs& jobs) {
  return {plan::Text{std::string(shared::paths::scripts) + "/gpu-jobs.sh", jobs.why}, {}, {}};
}

/// Adds our own programs to those of the site.
void add_own_programs(plan::Hook& hook, const plan::Plan& plan) {
  const bool prolog = *hook.name == "prolog", epilog = *hook.name == "epilog";
  auto& programs = hook.programs;
  // The health check runs before the site's prolog programs change the node, and after all of its epilog programs.
  if (plan.health && prolog && *plan.health->prolog)
    programs.insert(programs.begin(), health_program(plan.health->prolog, "prolog"));
  if (plan.health && epilog && *plan.health->epilog) programs.push_back(health_program(plan.health->epilog, "epilog"));
  // A job has its GPUs only if the other programs let it start. It has none any more when its epilog begins.
  if (plan.monitoring.gpu_jobs && prolog) programs.push_back(gpu_jobs_program(*plan.monitoring.gpu_jobs));
  if (plan.monitoring.gpu_jobs && epilog)
    programs.insert(programs.begin(), gpu_jobs_program(*plan.monitoring.gpu_jobs));
}

}  // namespace

std::vector<plan::Hook> resolve_hooks(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  std::vector<plan::Hook> hooks;
  spec::Scripts scripts = spec.slurm.scripts;
  scripts.each([&](std::string_view name, const std::vector<spec::Script>& list) {
    // Without programs of the site, slurm.conf names the program of the health check itself.
    const bool own = plan.monitoring.gpu_jobs && (name == "prolog" || name == "epilog");
    if (list.empty() && !own) return;
    plan::Hook& hook = hooks.emplace_back();
    Origin why;
    if (own) why |= plan.monitoring.gpu_jobs->why;
    for (const spec::Script& script : list) {
      hook.programs.push_back(resolve_program(script));
      why |= script.path ? script.path.origin : script.text.origin;
    }
    hook.name = {std::string(name), why};
    add_own_programs(hook, plan);
  });
  return hooks;
}

}  // namespace skiff
