#include "rules/rules.h"

namespace skiff {

void rule_auth_release(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (*plan.auth.method != "slurm" || *plan.target.slurm >= Version{23, 11}) return;
  const spec::Text& method = cluster.spec.auth.method;
  refuse(
      found, "SKF320", method.given ? method : cluster.spec.target.slurm,
      "auth/slurm needs Slurm 23.11 or newer; for " + to_string(*plan.target.slurm) + " set spec.auth.method: munge");
}

void rule_key_file(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::Text& file = cluster.spec.auth.keys.file;
  if (!file.given) return;
  if (*plan.auth.method != "slurm")
    forbid(found, "SKF368", file,
           "spec.auth.method is " + *plan.auth.method + ", which reads " + *plan.auth.key_file + " of the Secret");
  else if (*file == "slurm.jwks" && *plan.target.slurm < Version{24, 5})
    refuse(found, "SKF368", file,
           "auth/slurm reads slurm.jwks from 24.05 on; for " + to_string(*plan.target.slurm) + " use slurm.key");
}

// The root of a pod's cgroups is not the kernel's root cgroup: it contains processes, so no controller can be enabled
// below it. From 24.11 on, slurmd moves these processes aside (cgroup_v2.c).
constexpr Version moves_processes_aside{24, 11};

void rule_cgroup_release(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::Text& cgroup = cluster.spec.target.cgroup;
  const spec::Settings& settings = cluster.spec.slurm.cgroup;
  if (!settings.empty() && *cgroup == "disabled")
    forbid(found, "SKF321", settings.front().first, "spec.target.cgroup is disabled, so cgroup.conf has no effect");
  if (*plan.target.slurm < moves_processes_aside && *cgroup == "v2")
    refuse(found, "SKF322", cgroup.given ? cgroup : cluster.spec.target.slurm,
           "before Slurm 24.11, slurmd can't set up cgroup v2 inside a pod: set spec.target.cgroup to v1 or "
           "disabled");
}

void rule_rest_release(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.rest_api || *plan.target.slurm >= Version{23, 11}) return;
  forbid(found, "SKF323", *cluster.spec.rest_api,
         "slurmrestd is supported from Slurm 23.11 on; the target is " + to_string(*plan.target.slurm));
}

}  // namespace skiff
