#include "lower/runtime/node_ssh.h"

#include <string>

#include "embedded/shared.h"
#include "lower/runtime/jail.h"

namespace skiff {
namespace {

MapFile start(std::string key, const plan::Plan& plan) {
  std::string path = "node-ssh/" + key;
  MapFile file{std::move(key), {std::move(path), {}, {}}};
  file.file.line("# Made by skiff. Edit the spec, not this file.", plan.node_ssh->why);
  return file;
}

/// Patterns for the names of a set's nodes: `gpu-? gpu-??` for up to 100 nodes, with the domain of the pods too.
std::string patterns(const plan::NodeSet& set, const std::string& domain) {
  std::string all, digits;
  for (std::int64_t last = *set.replicas - 1; digits.empty() || last > 0; last /= 10) {
    digits += '?';
    const std::string name = *set.name + "-" + digits;
    all += " " + name + " " + name + "." + domain;
  }
  return all;
}

}  // namespace

MapFile node_ssh_pam(const plan::Plan& plan) {
  MapFile file = start("pam", plan);
  const Origin& why = plan.node_ssh->why;
  file.file.line("# Nobody logs in as a user of the system or of Slurm, whatever keys and certificates say.", why);
  file.file.line("account requisite pam_succeed_if.so quiet uid >= 500 uid ne " + std::to_string(shared::users::slurm) +
                     " uid ne " + std::to_string(shared::users::nobody),
                 why);
  if (plan.directory) {
    const Origin asks = why | plan.directory->volume.origin;
    file.file.line("# sssd refuses disabled and expired accounts. It is asked about users who are in no file.", asks);
    file.file.line("account [success=2 default=ignore] pam_localuser.so", asks);
    file.file.line(
        "account [success=1 default=ignore] pam_localuser.so file=" + std::string(shared::paths::users) + "/passwd",
        asks);
    file.file.line("account [default=bad success=ok user_unknown=ignore] pam_sss.so", asks);
  }
  file.file.line("# Moves the session into the control group of the user's job, and refuses users without a job here.",
                 why);
  file.file.line("account required pam_slurm_adopt.so action_adopt_failure=deny action_generic_failure=deny", why);
  if (plan.jail) {
    const Origin jailed = why | plan.jail->storage.origin;
    file.file.line("# Moves the session into the root directory and the /tmp of the job.", jailed);
    file.file.line("session required pam_spank_chroot.so arguments=" + std::string(shared::paths::sshd) + "/jail",
                   jailed);
  } else {
    file.file.line("session required pam_permit.so", why);
  }
  return file;
}

MapFile node_ssh_jail(const plan::Plan& plan) {
  // Not `start`: the module reads the whole file.
  MapFile file{"jail", {"node-ssh/jail", {}, {}}};
  plan::Text line;
  line.origin = plan.node_ssh->why;
  for (const plan::Text& word : jail_arguments(plan)) {
    line.value += (line->empty() ? "" : " ") + *word;
    line.origin |= word.origin;
  }
  file.file.line(*line, line.origin);
  return file;
}

plan::Texts node_ssh_public_keys(const plan::Plan& plan) {
  plan::Texts names;
  for (const plan::Text& type : plan.node_ssh->host_key_types)
    names.push_back({"ssh_host_" + *type + "_key.pub", type.origin | plan.node_ssh->why});
  return names;
}

MapFile node_ssh_client(const plan::Plan& plan) {
  MapFile file = start("config", plan);
  const plan::NodeSsh& ssh = *plan.node_ssh;
  // ssh calls it with the name that the user gave, and compares the keys that it prints.
  plan::Text command{R"(  KnownHostsCommand /usr/bin/awk -v host=%H "{ print host, $1, $2 }")", ssh.why};
  for (const plan::Text& name : node_ssh_public_keys(plan)) {
    command.value += " " + std::string(shared::paths::sshClient) + "/" + *name;
    command.origin |= name.origin;
  }
  for (const plan::NodeSet& set : plan.node_sets) {
    const Origin why = ssh.why | set.name.origin;
    file.file.line("Host" + patterns(set, *plan.nodes.fqdn), why | set.replicas.origin | plan.nodes.fqdn.origin);
    file.file.line("  Port " + std::to_string(*ssh.port), why | ssh.port.origin);
    file.file.line(*command, why | command.origin);
  }
  return file;
}

}  // namespace skiff
