#include <string>

#include "lower/runtime/scripts.h"
#include "lower/slurm/confs.h"

namespace skiff {

std::optional<Conf> oci_conf(const plan::Plan& plan) {
  if (!plan.oci) return std::nullopt;
  Conf conf{.name = "oci.conf", .path = "slurm/oci.conf"};
  const plan::Text& runtime = plan.oci->runtime;
  conf.why = runtime.origin;
  const auto add = [&](const char* key, const std::string& command) {
    conf.add(key, '"' + command + '"', runtime.origin);
  };
  const std::string program = script_path("oci-bundle.sh");
  // The addresses of slurmctld are of no use in a container, which does not have the other files.
  constexpr const char* of_pods = "^(SLURM_CONF|SLURM_CONF_SERVER)=";
  add("EnvExclude", of_pods);
  add("RunTimeEnvExclude", of_pods);
  // `exec`, because Slurm signals the process that it has started. A shell would die, and its child, which holds the
  // output of the step, would stay: without control groups, Slurm does not find it, and the job remains COMPLETING.
  const bool crun = runtime->substr(runtime->rfind('/') + 1) == "crun";
  add("RunTimeRun",
      "exec " + *runtime + (crun ? " --cgroup-manager=disabled" : "") + " --root=%m/state run --bundle %b %n.%j.%s.%t");
  // Slurm runs these as root, with a directory that the user can write. So they must not call the runtime, which would
  // obey what it finds there.
  add("RunTimeQuery", program + " state");
  add("RunTimeKill", "/bin/true");
  add("RunTimeDelete", program + " delete %m");
  apply_settings(conf, plan.oci->config);
  return conf;
}

}  // namespace skiff
