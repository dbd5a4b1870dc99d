#include "rules/rules.h"

namespace skiff {

// pam_slurm_adopt asks the daemon of the job's extern step, which PrologFlags=Contain starts, and puts the session into
// the control group of the job (pam_slurm_adopt(8)).
void rule_node_ssh(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& ssh = cluster.spec.node_ssh;
  if (!ssh) return;
  if (*plan.target.cgroup == "disabled")
    forbid(found, "SKF234", *ssh,
           "requires control groups, which put a session into its job: set spec.target.cgroup to v2");
  if (*ssh->port == *plan.nodes.port)
    refuse(found, "SKF234", ssh->port, "slurmd listens on this port of the same pods: use another one");
}

// The Secret is mounted in pods that are privileged, and in which users' jobs run.
void rule_node_host_keys(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& ssh = cluster.spec.node_ssh;
  if (!ssh) return;
  for (const spec::Login& login : cluster.spec.login)
    if (*login.host_keys.secret_name == *ssh->host_keys.secret_name) {
      refuse(found, "SKF235", ssh->host_keys.secret_name, ssh->host_keys, "secretName",
             "the login set " + *login.name + " has this Secret: who takes the host keys from a worker could pose as " +
                 "the login pods; use another Secret");
      return;
    }
}

}  // namespace skiff
