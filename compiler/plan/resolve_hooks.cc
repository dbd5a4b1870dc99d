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

}  // namespace

std::vector<plan::Hook> resolve_hooks(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  std::vector<plan::Hook> hooks;
  spec::Scripts scripts = spec.slurm.scripts;
  scripts.each([&](std::string_view name, const std::vector<spec::Script>& list) {
    if (list.empty()) return;
    plan::Hook& hook = hooks.emplace_back();
    Origin why;
    for (const spec::Script& script : list) {
      hook.programs.push_back(resolve_program(script));
      why |= script.path ? script.path.origin : script.text.origin;
    }
    hook.name = {std::string(name), why};
    // The health check runs before the site's prolog programs change the node, and after all of its epilog programs.
    if (plan.health && name == "prolog" && *plan.health->prolog)
      hook.programs.insert(hook.programs.begin(), health_program(plan.health->prolog, "prolog"));
    if (plan.health && name == "epilog" && *plan.health->epilog)
      hook.programs.push_back(health_program(plan.health->epilog, "epilog"));
  });
  return hooks;
}

}  // namespace skiff
