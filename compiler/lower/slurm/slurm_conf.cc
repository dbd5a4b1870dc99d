#include <algorithm>

#include "embedded/shared.h"
#include "lower/runtime/scripts.h"
#include "lower/slurm/confs.h"
#include "lower/slurm/tokens.h"
#include "plan/hooks.h"
#include "plan/owned.h"
#include "provenance/constant.h"

namespace skiff {
namespace {

// Releases from which on skiff writes something different. Sources: schema/slurm/parameters.tsv, and slurm.conf(5) of
// each release.
constexpr Version registration_address{23, 11};  ///< without an option, the registration sets a CLOUD node's address
constexpr Version stderr_format{23, 11};         ///< LogTimeFormat=format_stderr exists …
constexpr Version stderr_formatted{25, 5};       ///< … until it became the only behaviour
constexpr Version client_ids{23, 11};            ///< AuthInfo=use_client_ids
constexpr Version shows_cloud{23, 2};            ///< scontrol lists CLOUD nodes that are powered down
constexpr Version connection_manager{24, 11};    ///< SlurmctldParameters=conmgr_max_connections
constexpr Version prolog_timeout{25, 5};         ///< PrologTimeout beside PrologEpilogTimeout
constexpr Version health_timeout{26, 5};         ///< HealthCheckTimeout, which must be below the interval

bool cgroup(const plan::Plan& plan) { return *plan.target.cgroup != "disabled"; }

void add_identity(Conf& conf, const plan::Plan& plan) {
  conf.add("ClusterName", plan.name);
  conf.add("SlurmctldHost", *plan.controller.pod + "(" + *plan.controller.endpoint.fqdn + ")",
           plan.controller.pod.origin | plan.controller.endpoint.fqdn.origin);
  conf.add("SlurmctldPort", std::to_string(*plan.controller.endpoint.port), plan.controller.endpoint.port.origin);
  conf.add("SlurmdPort", std::to_string(*plan.node_sets.front().port), plan.node_sets.front().port.origin);
  conf.add("SlurmUser", constant("slurm"));
  conf.add("SlurmdUser", constant("root"));
  conf.add("StateSaveLocation", constant(std::string(shared::paths::controllerState)));
  conf.add("SlurmdSpoolDir", constant(std::string(shared::paths::workerState)));
  conf.add("SlurmctldPidFile", constant("/run/slurmctld/slurmctld.pid"));
  conf.add("SlurmdPidFile", constant("/run/slurm/slurmd.pid"));
  // This path is a link to the log of the pod, because slurmstepd has no standard error.
  conf.add("SlurmdLogFile", constant(std::string(shared::paths::slurmdLog)));
  const auto& slurm = plan.target.slurm;
  const bool format = *slurm >= stderr_format && *slurm < stderr_formatted;
  conf.add("LogTimeFormat", format ? "iso8601_ms,format_stderr" : "iso8601_ms", slurm.origin);
}

void add_auth(Conf& conf, const plan::Plan& plan) {
  conf.add("AuthType", "auth/" + *plan.auth.method, plan.auth.method.origin);
  conf.add("CredType", "cred/" + *plan.auth.method, plan.auth.method.origin);
  // The request carries the identity of the user, so slurmctld does not need to know every user.
  if (*plan.auth.method == "slurm" && *plan.target.slurm >= client_ids)
    conf.add("AuthInfo", "use_client_ids", plan.auth.method.origin | plan.target.slurm.origin);
  add_tokens(conf, plan.auth, true);
}

// Connections that slurmctld serves at the same time. Its default is too small when many workers register at once: two
// for each node, as a power of two, so that few changes of a set restart slurmctld. 65536 is the most in forms.tsv.
plan::Int connections_for(const plan::Int& nodes) {
  std::int64_t connections = 1024;
  while (connections < 2 * *nodes && connections < 65536) connections *= 2;
  return {connections, nodes.origin};
}

void add_behaviour(Conf& conf, const plan::Plan& plan) {
  const auto& slurm = plan.target.slurm;
  std::string parameters = "enable_configless";
  if (*slurm < registration_address) parameters += ",cloud_reg_addrs";
  Origin why_parameters = slurm.origin;
  if (*slurm >= connection_manager) {
    const plan::Int connections = connections_for(plan::node_count(plan.node_sets));
    parameters += ",conmgr_max_connections=" + std::to_string(*connections);
    why_parameters |= connections.origin;
  }
  conf.add("SlurmctldParameters", parameters, why_parameters);
  if (*slurm < shows_cloud) conf.add("PrivateData", "cloud", slurm.origin);
  if (*slurm < registration_address) conf.add("TreeWidth", "65533", slurm.origin);
  conf.add("ReturnToService", constant("2"));
  conf.add("SlurmctldTimeout", constant("120"));
  conf.add("SlurmdTimeout", constant("300"));
  conf.add("LaunchParameters", constant("use_interactive_step"));
  conf.add("PropagateResourceLimits", constant("NONE"));
  conf.add("MpiDefault", constant("none"));
  const Origin why = plan.target.cgroup.origin;
  conf.add("ProctrackType", cgroup(plan) ? "proctrack/cgroup" : "proctrack/linuxproc", why);
  conf.add("TaskPlugin", cgroup(plan) ? "task/cgroup,task/affinity" : "task/none", why);
  if (cgroup(plan)) conf.add("PrologFlags", "Contain", why);
}

void add_scheduling(Conf& conf, const plan::Plan& plan) {
  conf.add("SelectType", constant("select/cons_tres"));
  const auto type = std::ranges::find_if(plan.files.config,
                                         [](const auto& setting) { return same_key(setting.first, "SelectType"); });
  // select/linear allocates whole nodes. slurmctld exits if it is also told to count cores.
  const bool linear = type != plan.files.config.end() && *type->second == "select/linear";
  if (linear)
    conf.add("SelectTypeParameters", "CR_Memory", type->second.origin);
  else
    conf.add("SelectTypeParameters", constant("CR_Core_Memory"));
  Origin why;
  for (const auto& set : plan.node_sets)
    if (set.gpus) why |= set.gpus->type.origin | set.gpus->count.origin;
  const bool gpus =
      std::any_of(plan.node_sets.begin(), plan.node_sets.end(), [](const auto& set) { return bool(set.gpus); });
  if (gpus) conf.add("GresTypes", "gpu", why);
  if (!plan.licenses.empty()) conf.add("Licenses", plan::joined(plan.licenses));
  // Later releases read the plugin's name from topology.yaml.
  if (!plan.topologies.empty() && *plan.target.slurm < plan::topology_yaml) {
    const plan::Text& topology = plan.topologies.front().type;
    conf.add("TopologyPlugin", "topology/" + *topology, topology.origin | plan.target.slurm.origin);
  }
  // If the Prolog or the checks of the jail fail on a node, the job is requeued. Without this option it would be held.
  Origin requeues;
  const bool health = plan.health && *plan.health->prolog;
  const bool jail = plan.jail && *plan.jail->on_failure == "Requeue";
  bool site = false;
  for (const plan::Hook& hook : plan.files.hooks) {
    if (*hook.name != "prolog") continue;
    site = true;
    requeues |= hook.name.origin;
  }
  if (plan.health) requeues |= plan.health->prolog.origin;
  if (plan.jail) requeues |= plan.jail->on_failure.origin | plan.jail->storage.origin;
  // With Slurm's default, 3, a node that becomes free can wait 3 seconds for its next job. 0 is safe: slurmctld's main
  // loop runs once per second, and schedules only after a change (src/slurmctld/controller.c, 22.05 to 26.05).
  const plan::Text delay = constant("batch_sched_delay=0");
  const bool requeue = health || jail || site;
  conf.add("SchedulerParameters", requeue ? *delay + ",nohold_on_prolog_fail" : *delay, delay.origin | requeues);
}

// The checks of the jail in the prolog wait for its volume. The limit drains a node whose volume does not respond. If
// the limit also applies to the epilog, which removes the directories of a job, it is long enough for millions of
// files. If the spec has its own limit for both, no other one may take its place for the prolog.
void add_jail(Conf& conf, const plan::Plan& plan) {
  constexpr const char* both = "PrologEpilogTimeout";
  if (!plan.jail || *plan.jail->on_failure != "Requeue") return;
  const Origin why = plan.jail->on_failure.origin | plan.jail->storage.origin | plan.target.slurm.origin;
  if (*plan.target.slurm < prolog_timeout)
    conf.add(both, "900", why);
  else if (std::ranges::none_of(plan.files.config, [](const auto& pair) { return same_key(pair.first, both); }))
    conf.add("PrologTimeout", "300", why);
}

/// skiff-health is in the image. Links to it have different names, and the name tells it which caller runs it
/// (docs/health.md).
void add_health(Conf& conf, const plan::Plan& plan) {
  if (!plan.health) return;
  const plan::Health& health = *plan.health;
  const Origin& why = health.interval.origin;
  conf.add("HealthCheckProgram", std::string(shared::paths::programs) + "/skiff-health-periodic", why);
  conf.add("HealthCheckInterval", std::to_string(*health.interval), why);
  conf.add("HealthCheckNodeState", *health.node_states, health.node_states.origin | why);
  if (*plan.target.slurm >= health_timeout)
    conf.add("HealthCheckTimeout", std::to_string(std::min<std::int64_t>(60, *health.interval - 1)),
             why | plan.target.slurm.origin);
}

/// One program per hook, which runs the site's programs. Slurm before 24.05 accepts only one program, and runs the
/// matches of a pattern in reverse order.
void add_hooks(Conf& conf, const plan::Plan& plan) {
  for (const plan::Hook& hook : plan.files.hooks) {
    const HookRow& row = hook_row(*hook.name);
    const bool jailed = plan.jail && row.place == HookRow::Place::user;
    conf.add(std::string(row.parameter),
             jailed ? std::string(shared::paths::hooks) + '/' + std::string(row.program) : script_path(row.program),
             plan.jail ? hook.name.origin | plan.jail->storage.origin : hook.name.origin);
  }
  const auto add = [&](const char* parameter, const std::string& program, const Origin& why) {
    const bool there = std::any_of(conf.lines.begin(), conf.lines.end(),
                                   [&](const ConfLine& line) { return line.parameters.front().key == parameter; });
    if (!there) conf.add(parameter, program, why);
  };
  const std::string health = std::string(shared::paths::programs) + "/skiff-health-";
  if (plan.health && *plan.health->prolog) add("Prolog", health + "prolog", plan.health->prolog.origin);
  if (plan.health && *plan.health->epilog) add("Epilog", health + "epilog", plan.health->epilog.origin);
  const plan::Text nobody = constant("/bin/true");
  add("MailProg", *nobody, nobody.origin);
}

void add_accounting(Conf& conf, const plan::Plan& plan) {
  if (!plan.accounting) return;
  const plan::Accounting& accounting = *plan.accounting;
  conf.add("AccountingStorageType", "accounting_storage/slurmdbd", accounting.password_secret.origin);
  conf.add("AccountingStorageHost", accounting.endpoint.fqdn);
  conf.add("AccountingStoragePort", std::to_string(*accounting.endpoint.port), accounting.endpoint.port.origin);
  if (!accounting.enforce.empty()) conf.add("AccountingStorageEnforce", plan::joined(accounting.enforce));
  if (!accounting.tres.empty()) conf.add("AccountingStorageTRES", plan::joined(accounting.tres));
  conf.add("JobAcctGatherType", cgroup(plan) ? "jobacct_gather/cgroup" : "jobacct_gather/linux",
           plan.target.cgroup.origin);
}

void add_metrics(Conf& conf, const plan::Plan& plan) {
  const auto& metrics = plan.monitoring.metrics;
  if (metrics && *metrics->native)
    conf.add("MetricsType", "metrics/openmetrics", metrics->why | metrics->native.origin);
}

/// The nodes that are never suspended: `min` of each elastic set, then all nodes of the other sets. A count applies to
/// the list before it, so lists without a count come last (power_save.c, _parse_exc_nodes).
plan::Text never_suspended(const plan::Plan& plan) {
  plan::Texts lists;
  Origin none;
  for (const auto& set : plan.node_sets) {
    if (!set.scaling) continue;
    const plan::Int& min = set.scaling->min;
    if (*min > 0)
      lists.push_back({*set.hostlist + ":" + std::to_string(*min), set.hostlist.origin | min.origin});
    else
      none |= min.origin;
  }
  for (const auto& set : plan.node_sets)
    if (!set.scaling) lists.push_back(set.hostlist);
  plan::Text all = plan::joined(lists);
  all.origin |= none;
  return all;
}

/// Through power saving, slurmctld requests the pods of elastic sets, and reports a node of a fixed set that has no pod
/// (see templates/slurm/slurm.conf).
void add_power_saving(Conf& conf, const plan::Plan& plan) {
  conf.add("ResumeProgram", constant(script_path("power-resume.sh")));
  conf.add("SuspendProgram", constant(script_path("power-suspend.sh")));
  const bool elastic = std::any_of(plan.node_sets.begin(), plan.node_sets.end(), plan::elastic);
  const plan::PowerTimes times = plan::power_times(plan);
  conf.add("SuspendTime", std::to_string(*times.idle), times.idle.origin);
  conf.add("SuspendTimeout", constant("60"));
  conf.add("ResumeTimeout", std::to_string(*times.resume), times.resume.origin);
  if (elastic) {
    // No limit, because the sidecar of slurmctld limits its concurrent requests to the API.
    conf.add("SuspendRate", "0", times.idle.origin);
    conf.add("ResumeRate", "0", times.idle.origin);
  }
  const plan::Text staying = never_suspended(plan);
  if (!staying.value.empty()) conf.add("SuspendExcNodes", staying);
}

void add_nodes(Conf& conf, const plan::Plan& plan) {
  for (const auto& set : plan.node_sets) {
    if (set.hostlist.value.empty()) continue;
    ConfLine line;
    const auto text = [&](const char* key, const plan::Text& value) {
      line.parameters.push_back({key, *value, value.origin});
    };
    const auto number = [&](const char* key, const plan::Int& value) {
      line.parameters.push_back({key, std::to_string(*value), value.origin});
    };
    text("NodeName", set.hostlist);
    text("NodeAddr", set.addresses);
    if (set.sockets) {
      number("Sockets", *set.sockets);
      number("CoresPerSocket", *set.cores_per_socket);
      number("ThreadsPerCore", *set.threads_per_core);
    } else {
      number("CPUs", set.cpus);
    }
    number("RealMemory", set.real_memory);
    if (*set.core_spec > 0)
      number("CoreSpecCount", set.core_spec);
    else
      line.parameters.front().origin |= set.core_spec.origin;
    if (set.gpus)
      text("Gres", {"gpu:" + *set.gpus->type + ":" + std::to_string(*set.gpus->count),
                    set.gpus->type.origin | set.gpus->count.origin});
    if (!set.features.empty()) text("Feature", plan::joined(set.features));
    number("Weight", set.weight);
    text("State", constant("CLOUD"));
    for (const auto& [key, value] : set.config) text(key.c_str(), {quoted_if_needed(*value), value.origin});
    conf.lines.push_back(std::move(line));
  }
}

void add_partitions(Conf& conf, const plan::Plan& plan) {
  for (const auto& partition : plan.partitions) {
    ConfLine line;
    const auto text = [&](const std::string& key, const plan::Text& value) {
      line.parameters.push_back({key, *value, value.origin});
    };
    text("PartitionName", partition.name);
    if (!partition.nodes.value.empty())
      text("Nodes", partition.nodes);
    else
      line.parameters.front().origin |= partition.nodes.origin;
    text("Default", {*partition.is_default ? "YES" : "NO", partition.is_default.origin});
    text("State", partition.state);
    text("MaxTime", partition.max_time);
    text("DefaultTime", partition.default_time);
    for (const auto& [key, value] : partition.config) text(key, {quoted_if_needed(*value), value.origin});
    conf.lines.push_back(std::move(line));
  }
}

}  // namespace

Conf slurm_conf(const plan::Plan& plan) {
  Conf conf{.name = "slurm.conf", .path = "slurm/slurm.conf"};
  add_identity(conf, plan);
  add_auth(conf, plan);
  add_behaviour(conf, plan);
  add_scheduling(conf, plan);
  add_jail(conf, plan);
  add_health(conf, plan);
  add_hooks(conf, plan);
  add_accounting(conf, plan);
  add_metrics(conf, plan);
  add_power_saving(conf, plan);
  apply_settings(conf, plan.files.config);
  add_nodes(conf, plan);
  add_partitions(conf, plan);
  return conf;
}

}  // namespace skiff
