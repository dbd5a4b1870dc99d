#include "lower/runtime/containers.h"
#include "lower/runtime/jail.h"
#include "lower/slurm/confs.h"

namespace skiff {

namespace {

plan::Text plugin_line(plan::Text line, const plan::Texts& arguments) {
  for (const plan::Text& argument : arguments) {
    line.value += " " + *argument;
    line.origin |= argument.origin;
  }
  return line;
}

}  // namespace

Conf plugstack_conf(const plan::Plan& plan) {
  Conf conf{.name = "plugstack.conf", .path = "slurm/plugstack.conf", .separator = ' '};
  // Names without a path: Slurm finds the plugins in its plugin directory (PluginDir) on any processor architecture.
  const auto own = [](const char* name, const Origin& why) { return plan::Text{name, why}; };
  // `required`, because a node without the plugin must not run jobs outside the jail.
  if (plan.jail)
    conf.add("required", plugin_line(own("spank_chroot.so", plan.jail->storage.origin), jail_arguments(plan)));
  if (plan.pyxis)
    conf.add("required", plugin_line(own("spank_pyxis.so", plan.pyxis->scope.origin),
                                     pyxis_arguments(*plan.pyxis, plan.jail ? &*plan.jail : nullptr)));
  for (const plan::SpankPlugin& plugin : plan.files.plugstack) {
    plan::Text line = plugin_line(plugin.path, plugin.arguments);
    line.origin |= plugin.required.origin;
    conf.add(*plugin.required ? "required" : "optional", line);
  }
  return conf;
}

std::vector<Conf> user_confs(const plan::Plan& plan) {
  std::vector<Conf> confs;
  for (const auto& [name, settings] :
       {std::pair{"mpi.conf", &plan.files.mpi}, std::pair{"acct_gather.conf", &plan.files.acct_gather},
        std::pair{"job_container.conf", &plan.files.job_container}}) {
    if (settings->empty()) continue;
    Conf conf{.name = name, .path = std::string("slurm/") + name};
    for (const auto& [key, value] : *settings) conf.why |= value.origin;
    apply_settings(conf, *settings);
    confs.push_back(std::move(conf));
  }
  return confs;
}

}  // namespace skiff
