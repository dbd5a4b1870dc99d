#include "change/texts.h"

#include "change/confs.h"
#include "change/mounts.h"
#include "text/diff.h"
#include "text/join.h"

namespace skiff::change {
namespace {

std::string lines(std::size_t count) { return std::to_string(count) + (count == 1 ? " line" : " lines"); }

/// The effect of a file for ssh to the workers. PAM and the jail's module read theirs for each session.
std::string node_ssh_text(std::string_view key) {
  if (key == "sshd_config" || key == "user_authorities")
    return "Within about a minute and a half, sshd of each worker reads it. Open sessions and jobs continue.";
  return "From about a minute after the apply, new sessions on workers use it. Open sessions and jobs continue.";
}

}  // namespace

FieldChange text_change(const MapEntry& before, const MapEntry& after, Decisions& decisions) {
  OutputLines removed{before.file}, added{after.file};
  std::uint32_t old_number = 0, new_number = 0;
  for (const DiffLine& line : diff_lines(before.file->text, after.file->text)) {
    if (line.mark != '+') ++old_number;
    if (line.mark != '-') ++new_number;
    if (line.mark == '-') removed.numbers.push_back(old_number);
    if (line.mark == '+') added.numbers.push_back(new_number);
  }
  const std::size_t fewer = removed.numbers.size(), more = added.numbers.size();
  FieldChange field;
  if (fewer > 0) field.path = lines(fewer) + " removed";
  if (more > 0) field.path += fewer > 0 ? ", " + std::to_string(more) + " added" : lines(more) + " added";
  field.decided = decisions.of(removed, added);
  return field;
}

Outcome entry_outcome(const Side& side, const Object& config_map, const MapEntry& entry) {
  const ConfigMapUse use = use_of(side, config_map);
  if (!use.copied.empty())
    return {Class::pods, "Running pods have a copy from their start and keep it until they are replaced: " +
                             joined(use.copied, ", ") + "."};
  if (use.mounted.empty()) return {Class::live, "No pod mounts the ConfigMap."};
  if (entry.key == "policy.conf")
    return {Class::live,
            "The container sidecar changes the records in the accounting database within about a minute. With prune "
            "it also removes records that the spec no longer has."};
  if (entry.key == "reservations.conf")
    return {Class::live,
            "The container sidecar changes the reservations in slurmctld within about a minute. It also removes those "
            "that it created and that the spec no longer has, when no job runs in them."};
  if (entry.file->path.starts_with("node-ssh/")) return {Class::live, node_ssh_text(entry.key)};
  if (entry.key == "sshd_config")
    return {
        Class::pods,
        "sshd reads it only when a login pod starts. Kubernetes replaces no login pod: each keeps the old file until "
        "you delete the pod."};
  if (entry.key == "user_authorities")
    return {Class::live,
            "sshd reads it at each login. From about a minute after the apply, it refuses certificates of a removed "
            "authority. Open sessions continue."};
  if (entry.key == "user_limits")
    return {Class::live,
            "From about a minute after the apply, a user's next login sets the new limits for all of the user's "
            "sessions."};
  if (entry.key == "motd") return {Class::live, "Users see the new message about a minute after the apply."};
  if (entry.key == "sidecar.json")
    return {Class::live, "The container sidecar restarts by itself within about a minute."};
  if (entry.key == "slurmdbd.conf") return {Class::live, "Only comments differ. slurmdbd does not restart."};
  if (entry.key == "sssd.conf")
    return {Class::live,
            "Within about a minute and a half, the container sssd of each pod restarts with the new file. What it has "
            "looked up before stays in use until it expires in the cache."};
  if (entry.key == "jwks.json")
    return {Class::reconfigure,
            "About a minute after the apply, the container sidecar reconfigures slurmctld, and slurmdbd's container "
            "restarts. From then on, they refuse the tokens of removed keys. Jobs continue."};
  if (entry.file->path.starts_with("slurm/")) return slurm_file_outcome(entry.key);
  return {
      Class::live,
      "Pods have the new file within about a minute, and programs that start later use it. A script that already runs "
      "stays in use until its pod is replaced."};
}

}  // namespace skiff::change
