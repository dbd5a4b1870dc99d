#include "lower/slurm/conf.h"

namespace skiff {

Conf plugstack_conf() { return {.path = "slurm/plugstack.conf"}; }

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
