#include "lower/jail.h"
#include "lower/slurm/conf.h"

namespace skiff {

Conf plugstack_conf(const plan::Plan& plan) {
  Conf conf{.path = "slurm/plugstack.conf", .separator = ' '};
  if (!plan.jail) return conf;
  plan::Text line = {std::string(slurm_plugins) + "/spank_chroot.so", plan.jail->storage.origin};
  for (const plan::Text& argument : jail_arguments(plan)) {
    line.value += " " + *argument;
    line.origin |= argument.origin;
  }
  // `required`: a node without the plugin must not run jobs outside.
  conf.add("required", line);
  return conf;
}

std::vector<Conf> user_confs(const plan::Plan& plan) {
  std::vector<Conf> confs;
  for (const auto& [path, settings] :
       {std::pair{"slurm/mpi.conf", &plan.files.mpi}, std::pair{"slurm/acct_gather.conf", &plan.files.acct_gather},
        std::pair{"slurm/job_container.conf", &plan.files.job_container}}) {
    if (settings->empty()) continue;
    Conf conf{.path = path};
    for (const auto& [key, value] : *settings) conf.why |= value.origin;
    apply_settings(conf, *settings);
    confs.push_back(std::move(conf));
  }
  return confs;
}

}  // namespace skiff
