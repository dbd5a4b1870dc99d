#include "plan/names.h"

#include <string>

namespace skiff {

plan::Text object_name(const plan::Text& cluster, std::string_view component) {
  return {cluster.value + "-" + std::string(component), cluster.origin};
}

plan::Text cluster_wide_name(const plan::Text& ns, const plan::Text& object) {
  return {*ns + "." + *object, ns.origin | object.origin};
}

plan::Text config_map_name(const plan::Plan& plan) { return object_name(plan.name, "slurm-config"); }
plan::Text slurmdbd_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "slurmdbd-config"); }
plan::Text node_ssh_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "node-ssh"); }
plan::Text scripts_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "scripts"); }
plan::Text users_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "users"); }
plan::Text sssd_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "sssd"); }
plan::Text health_config_map_name(const plan::Plan& plan, const plan::NodeSet& set) {
  return {*plan.name + "-" + *set.name + "-health", plan.name.origin | set.name.origin};
}
plan::Text checks_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "health-checks"); }
plan::Text benchmark_config_map_name(const plan::Benchmark& benchmark) { return benchmark.object; }
plan::Text jail_config_map_name(const plan::Plan& plan, const plan::NodeSet& set) {
  return {*plan.name + "-" + *set.name + "-jail", plan.name.origin | set.name.origin};
}
plan::Text jail_login_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "jail-login"); }
plan::Text enroot_config_map_name(const plan::Plan& plan) { return object_name(plan.name, "enroot"); }
plan::Text sshd_config_map_name(const plan::Plan&, const plan::Login& login) {
  return {*login.object + "-sshd", login.object.origin};
}

}  // namespace skiff
