#include "lower/slurm/confs.h"

namespace skiff {
namespace {

constexpr Version plugin_can_be_disabled{24, 5};
/// EnableControllers came with 23.02.1, but a target names no point release.
constexpr Version enables_controllers{23, 11};

}  // namespace

std::optional<Conf> cgroup_conf(const plan::Plan& plan) {
  const auto& mode = plan.target.cgroup;
  const auto& slurm = plan.target.slurm;
  const Origin why = mode.origin | slurm.origin;
  Conf conf{.name = "cgroup.conf", .path = "slurm/cgroup.conf", .why = why};
  if (*mode == "disabled") {
    // Older releases read no cgroup.conf if no plugin needs it.
    if (*slurm < plugin_can_be_disabled) return std::nullopt;
    conf.add("CgroupPlugin", "disabled", why);
  } else {
    conf.add("CgroupPlugin", "cgroup/" + *mode, why);
    if (*mode == "v2") {
      conf.add("IgnoreSystemd", "yes", why);
      if (*slurm >= enables_controllers) conf.add("EnableControllers", "yes", why);
    }
    conf.add("ConstrainCores", "yes", why);
    conf.add("ConstrainRAMSpace", "yes", why);
    conf.add("ConstrainDevices", "yes", why);
  }
  apply_settings(conf, plan.files.cgroup);
  return conf;
}

}  // namespace skiff
