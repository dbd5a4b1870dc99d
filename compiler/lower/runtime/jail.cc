#include "lower/runtime/jail.h"

#include <algorithm>
#include <source_location>

#include "embedded/shared.h"
#include "plan/catalogue.h"
#include "plan/containers.h"
#include "plan/owned.h"
#include "text/split.h"

namespace skiff {
namespace {

// Collects the lines of a mounts file. The origin of each line includes `why`, the origin of the jail.
struct Lines {
  Origin why;
  std::vector<JailMount> all;

  void add(std::string source, std::string target, std::string type, std::string options = "", const Origin& more = {},
           std::source_location here = std::source_location::current()) {
    all.push_back({std::move(source), std::move(target), std::move(type), std::move(options),
                   Origin::fixed(here.file_name(), here.line()) | why | more});
  }
  void bind(std::string path, const char* options, const Origin& more = {},
            std::source_location here = std::source_location::current()) {
    add(path, path, "bind", options, more, here);
  }
};

void add_run(Lines& lines, const plan::Plan& plan) {
  lines.add("none", "/run", "tmpfs", "mode=0755,size=64M");
  // The site's programs for tasks and steps. They are below the tmpfs /run, so the shared root needs no directory for
  // them, and running nodes get them without a drain.
  lines.add(std::string(shared::paths::scripts), std::string(shared::paths::hooks), "bind", "ro,optional");
  // `optional`, because pods that were created before a change of the spec lack it.
  if (plan.node_ssh) lines.bind(std::string(shared::paths::sshClient), "ro,optional", plan.node_ssh->why);
  const Origin& method = plan.auth.method.origin;
  if (*plan.auth.method != "munge") return;
  if (const auto admins = jail_admins(plan))
    lines.add(std::string(shared::paths::gate), std::string(shared::paths::munged), "bind", "ro,optional",
              method | *admins);
  else
    lines.bind(std::string(shared::paths::munged), "ro", method);
}

// With administrators: the configuration alone, which the pod has at `conf`, and the socket of skiff-gate. Not the
// socket of the daemon, at which root in the jail would be root for Slurm. Slurm's commands look for a socket in
// /run/slurm first and in /run/slurmctld next (sack_api.c).
void add_gate(Lines& lines, std::string conf, const Origin& why) {
  lines.add(std::move(conf), "/run/slurm/conf", "bind", "ro,optional", why);
  // `optional`, because pods that were created before a change of the spec lack the gate.
  lines.add(std::string(shared::paths::gate), "/run/slurmctld", "bind", "ro,optional", why);
}

// Hides the /etc/slurm of the shared root, because Slurm would find an old slurm.conf there first. Files that slurmctld
// does not send are mounted in the pod's /etc/slurm, which is then bound.
void add_etc_slurm(Lines& lines, const plan::Plan& plan, plan::Bool plan::SiteFile::*mounted, const Origin& more = {}) {
  Origin why = more;
  bool some = false;
  for (const plan::SiteFile& file : plan.files.site) {
    some = some || *(file.*mounted);
    why |= (file.*mounted).origin;
  }
  if (some)
    lines.bind("/etc/slurm", "ro", why);
  else
    lines.add("none", "/etc/slurm", "tmpfs", "mode=0755,size=1M", why);
}

// Adds the files for name resolution, Slurm's commands and plugins of the running release, and the mounts of the spec.
// The mounts are sorted, so a directory comes before the mounts inside it.
void add_shared(Lines& lines, const std::vector<plan::Mount>& mounts) {
  lines.bind("/etc/resolv.conf", "ro");
  lines.bind("/etc/hosts", "ro");
  for (const auto folder : slurm_plugins) lines.bind(std::string(folder), "ro,optional");
  lines.bind(std::string(shared::paths::programs) + "/slurm", "ro");
  std::vector<const plan::Mount*> own;
  for (const auto& mount : mounts)
    if (!is_root_or_users(mount) && *mount.path != shared::paths::noSockets) own.push_back(&mount);
  std::sort(own.begin(), own.end(), [](const auto* a, const auto* b) { return *a->path < *b->path; });
  for (const auto* mount : own)
    // `optional`, because pods that were created before a change of the spec lack the mount.
    lines.bind(*mount->path, *mount->read_only ? "ro,optional,mounted" : "optional,mounted",
               mount->path.origin | mount->storage.origin | mount->read_only.origin);
  for (const auto& mount : mounts)
    if (*mount.path == shared::paths::noSockets)
      lines.add(*mount.path, std::string(shared::paths::sss) + "/pipes/private", "bind", "ro,optional,mounted",
                mount.path.origin);
}

bool inside(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

MapFile write(std::string path, const std::vector<JailMount>& mounts, const Origin& why) {
  MapFile made{"mounts", {std::move(path), {}, {}}};
  OutputFile& file = made.file;
  file.line(
      "# The mounts in the shared root, made by skiff: SOURCE TARGET TYPE [OPTIONS]. Edit the spec, not this file.",
      why);
  for (const JailMount& mount : mounts) {
    std::string line = mount.source + " " + mount.target + " " + mount.type;
    if (!mount.options.empty()) line += " " + mount.options;
    file.line(line, mount.origin | why);
  }
  return made;
}

// The PrologFlags with X11, or nullptr. With X11, the daemon of a job's extern step writes the key of the display into
// /tmp. The job sees this file only if the extern step is in the jail too.
const plan::Text* display_flags(const plan::Plan& plan) {
  for (const auto& [key, value] : plan.files.config) {
    if (!same_key(key, "PrologFlags")) continue;
    for (std::string_view rest = *value; !rest.empty();)
      if (same_key(take_until(rest, ','), "X11")) return &value;
  }
  return nullptr;
}

}  // namespace

std::vector<JailMount> jail_mounts(const plan::Plan& plan, const plan::NodeSet& set) {
  Lines lines{plan.jail->storage.origin, {}};
  lines.add("none", "/proc", "proc");
  lines.bind("/sys", "ro,noexec");
  if (*plan.target.cgroup != "disabled")
    lines.add("/sys/fs/cgroup", "/sys/fs/cgroup", "cgroup", "", plan.target.cgroup.origin);
  lines.add("none", "/dev", "dev");
  Origin decides = plan.jail->mode.origin;
  const char* type = "job";
  for (const auto& [key, value] : plan.files.config) {
    if (!makes_namespaces(key, *value)) continue;
    // Slurm itself gives each job its own /tmp and /dev/shm.
    type = "bind";
    decides |= value.origin;
  }
  lines.add("/dev/shm", "/dev/shm", type, "", decides);
  lines.add("/tmp", "/tmp", type, "", decides);
  add_run(lines, plan);
  const bool munge = *plan.auth.method == "munge";
  const auto admins = jail_admins(plan);
  if (admins && !munge) {
    add_gate(lines, std::string(shared::paths::workerState) + "/conf-cache", *admins | plan.auth.method.origin);
  } else {
    // The configuration that slurmd fetched from slurmctld.
    lines.bind("/run/slurm", "ro,optional");
    // The socket of slurmd, through which auth/slurm authenticates users.
    if (!munge) lines.bind("/run/slurmd", "ro,optional", plan.auth.method.origin);
  }
  add_etc_slurm(lines, plan, &plan::SiteFile::in_workers);
  lines.add(std::string(shared::paths::workerState), std::string(shared::paths::workerState), "spool");
  add_shared(lines, set.mounts);
  if (plan.pyxis) {
    // `rec`, because the settings of enroot are a mount inside this directory.
    lines.bind(std::string(enroot_tree), "ro,rec", plan.pyxis->scope.origin);
    lines.bind(std::string(containers_folder), "", plan.pyxis->scope.origin);
  }
  if (has_nvidia_gpus(set))
    lines.add("auto", "/usr/local/nvidia", "gpu", "optional", set.gpus->resource.origin | set.gpus->type.origin);
  return std::move(lines.all);
}

std::vector<JailMount> jail_login_mounts(const plan::Plan& plan) {
  Lines lines{plan.jail->storage.origin | plan.login.front().name.origin, {}};
  lines.add("none", "/proc", "proc");
  lines.bind("/sys", "ro,noexec");
  lines.add("none", "/dev", "dev");
  lines.bind("/dev/shm", "");
  lines.bind("/tmp", "");
  add_run(lines, plan);
  if (*plan.auth.method == "munge") {
    // This mount has only the configuration, without a key.
    lines.bind("/etc/slurm", "ro", plan.auth.method.origin);
  } else {
    // The socket of sackd, and the configuration that sackd keeps up to date.
    if (const auto admins = jail_admins(plan))
      add_gate(lines, "/run/slurm/conf", *admins | plan.auth.method.origin);
    else
      lines.bind("/run/slurm", "ro", plan.auth.method.origin);
    add_etc_slurm(lines, plan, &plan::SiteFile::in_logins, plan.auth.method.origin);
  }
  add_shared(lines, plan.login.front().mounts);
  return std::move(lines.all);
}

plan::Text jail_closes(const plan::Plan& plan, const plan::NodeSet& set) {
  const plan::Jail& jail = *plan.jail;
  plan::Text closed{"/bin/su", jail.storage.origin};
  // Jobs that run outside the jail need the directories of the pod's own root unchanged.
  bool outside = false;
  for (const auto* names : {&jail.exempt_users, &jail.exempt_groups, &jail.exempt_partitions, &jail.exempt_accounts,
                            &jail.no_jail_users, &jail.no_jail_groups})
    for (const plan::Text& name : *names) {
      outside = true;
      closed.origin |= name.origin;
    }
  if (outside) return closed;
  for (const std::string_view folder : {"/dev/shm", "/run", "/tmp", "/var/tmp"}) {
    const auto own = std::find_if(set.mounts.begin(), set.mounts.end(),
                                  [&](const plan::Mount& mount) { return *mount.path == folder; });
    // A volume of the spec is mounted in the jail too, so it stays open.
    if (own != set.mounts.end())
      closed.origin |= own->path.origin;
    else
      closed.value.append(" ").append(folder);
  }
  return closed;
}

plan::Texts jail_folders(const std::vector<JailMount>& mounts) {
  plan::Texts folders;
  for (const JailMount& mount : mounts) {
    const bool made = std::any_of(mounts.begin(), mounts.end(),
                                  [&](const JailMount& other) { return inside(mount.target, other.target); });
    const bool is_file = mount.target == "/etc/resolv.conf" || mount.target == "/etc/hosts";
    if (!made && !is_file) folders.push_back({mount.target, mount.origin});
  }
  return folders;
}

plan::Texts jail_folders(const plan::Plan& plan) {
  plan::Texts all;
  const auto join = [&](const std::vector<JailMount>& mounts) {
    for (plan::Text& folder : jail_folders(mounts)) {
      const auto same =
          std::find_if(all.begin(), all.end(), [&](const plan::Text& known) { return *known == *folder; });
      if (same == all.end())
        all.push_back(std::move(folder));
      else
        same->origin |= folder.origin;
    }
  };
  for (const auto& set : plan.node_sets) join(jail_mounts(plan, set));
  if (!plan.login.empty()) join(jail_login_mounts(plan));
  return all;
}

MapFile jail_mounts_file(const plan::Plan& plan, const plan::NodeSet& set) {
  return write("jail/nodeset-" + *set.name + ".mounts", jail_mounts(plan, set), set.name.origin);
}

MapFile jail_login_mounts_file(const plan::Plan& plan) {
  return write("jail/login.mounts", jail_login_mounts(plan), plan.login.front().name.origin);
}

plan::Texts jail_arguments(const plan::Plan& plan) {
  const plan::Jail& jail = *plan.jail;
  plan::Texts words{{"root=" + std::string(jail_root), jail.storage.origin},
                    {"version=" + *jail.version, jail.version.origin},
                    {"mounts=" + std::string(shared::paths::jail) + "/mounts", jail.storage.origin}};
  // An argument with its default value is not written. Its origin is added to the first argument, because the field
  // decides that the line has no more arguments.
  const auto unless = [&](bool is_default, std::string word, const Origin& origin) {
    if (is_default)
      words.front().origin |= origin;
    else
      words.push_back({std::move(word), origin});
  };
  unless(*jail.mode == "step", "mode=" + *jail.mode, jail.mode.origin);
  if (const plan::Text* flags = display_flags(plan); flags && *jail.mode == "step")
    words.push_back({"extern=yes", flags->origin | jail.mode.origin});
  unless(!*jail.hide_processes, "hidepid=yes", jail.hide_processes.origin);
  unless(*jail.on_failure == "Requeue", "on-failure=fail", jail.on_failure.origin);
  const auto list = [&](const char* name, const plan::Texts& values) {
    if (values.empty()) return;
    plan::Text word = plan::joined(values);
    word.value.insert(0, name);
    words.push_back(std::move(word));
  };
  list("root-options=", jail.root_options);
  list("capabilities=", jail.capabilities);
  list("exempt-users=", jail.exempt_users);
  list("exempt-groups=", jail.exempt_groups);
  list("exempt-partitions=", jail.exempt_partitions);
  list("exempt-accounts=", jail.exempt_accounts);
  list("no-jail-users=", jail.no_jail_users);
  list("no-jail-groups=", jail.no_jail_groups);
  return words;
}

}  // namespace skiff
