#include "verify/security.h"

#include <algorithm>
#include <optional>

#include "verify/checks.h"
#include "verify/report.h"

namespace skiff {
namespace {

constexpr std::string_view harmless_capabilities[] = {"AUDIT_WRITE", "CHOWN",  "DAC_OVERRIDE",     "FOWNER",  "FSETID",
                                                      "KILL",        "MKNOD",  "NET_BIND_SERVICE", "SETFCAP", "SETGID",
                                                      "SETPCAP",     "SETUID", "SYS_CHROOT"};
constexpr std::string_view safe_sysctls[] = {"kernel.shm_rmid_forced",
                                             "net.ipv4.ip_local_port_range",
                                             "net.ipv4.ip_local_reserved_ports",
                                             "net.ipv4.ip_unprivileged_port_start",
                                             "net.ipv4.ping_group_range",
                                             "net.ipv4.tcp_fin_timeout",
                                             "net.ipv4.tcp_keepalive_intvl",
                                             "net.ipv4.tcp_keepalive_probes",
                                             "net.ipv4.tcp_keepalive_time",
                                             "net.ipv4.tcp_syncookies",
                                             "net.ipv4.tcp_rmem",
                                             "net.ipv4.tcp_wmem"};
constexpr std::string_view selinux_types[] = {"", "container_t", "container_init_t", "container_kvm_t",
                                              "container_engine_t"};
constexpr std::string_view plain_volumes[] = {"configMap", "csi",   "downwardAPI",           "emptyDir",
                                              "ephemeral", "image", "persistentVolumeClaim", "projected",
                                              "secret"};

template <class Range>
bool holds(const Range& range, std::string_view text) {
  return std::find(std::begin(range), std::end(range), text) != std::end(range);
}

struct Judge {
  const Value& pod;
  std::vector<Violation>& out;
  const Value* current = nullptr;

  void say(PodLevel level, const Value& at, std::string message) { out.push_back({level, &at, std::move(message)}); }
  void say_root(const Value& at, std::string message) {
    out.push_back({PodLevel::restricted, &at, std::move(message), current});
  }

  // Checks the fields that the securityContexts of pods and of containers have in common.
  void context(const Value& context) {
    if (const Value* seccomp = context.find("seccompProfile"); seccomp && text_of(*seccomp, "type") == "Unconfined") {
      say(PodLevel::baseline, *seccomp->find("type"), "the seccomp profile must not be Unconfined");
    }
    if (const Value* armor = context.find("appArmorProfile"); armor && text_of(*armor, "type") == "Unconfined") {
      say(PodLevel::baseline, *armor->find("type"), "the AppArmor profile must not be Unconfined");
    }
    if (const Value* selinux = context.find("seLinuxOptions")) {
      if (!holds(selinux_types, text_of(*selinux, "type")))
        say(PodLevel::baseline, *selinux->find("type"), "the SELinux type must be a type for containers");
      for (const std::string_view key : {"user", "role"}) {
        if (!text_of(*selinux, key).empty())
          say(PodLevel::baseline, *selinux->find(key), "SELinux user and role must not be set");
      }
    }
    if (const Value* windows = context.find("windowsOptions"); windows && is_true(*windows, "hostProcess")) {
      say(PodLevel::baseline, *windows->find("hostProcess"), "must not be a host process");
    }
    if (const Value* user = context.find("runAsUser"); user && user->number == 0)
      say_root(*user, "must not run as root");
  }

  void whole_pod() {
    for (const std::string_view key : {"hostNetwork", "hostPID", "hostIPC"}) {
      if (is_true(pod, key)) say(PodLevel::baseline, *pod.find(key), std::string(key) + " must not be true");
    }
    for (const Value& volume : items_of(pod, "volumes")) {
      for (const Member& source : volume.members) {
        if (source.key == "name") continue;
        if (source.key == "hostPath") {
          say(PodLevel::baseline, source.value, "must not mount a directory of the Kubernetes node");
        } else if (!holds(plain_volumes, source.key)) {
          say(PodLevel::restricted, source.value, "must not be a volume of type " + source.key.str());
        }
      }
    }
    const Value* security = pod.find("securityContext");
    if (!security) return;
    context(*security);
    for (const Value& sysctl : items_of(*security, "sysctls")) {
      if (!holds(safe_sysctls, text_of(sysctl, "name"))) say(PodLevel::baseline, sysctl, "must not set this sysctl");
    }
  }

  void added_capability(const Value& added) {
    if (!holds(harmless_capabilities, added.text)) {
      say(PodLevel::baseline, added, "must not add the capability " + added.text.str());
    } else if (added.text != "NET_BIND_SERVICE") {
      say(PodLevel::restricted, added, "must not add the capability " + added.text.str());
    }
  }

  void capabilities(const Value& container, const Value* security) {
    const Value* all = security ? security->find("capabilities") : nullptr;
    bool drops = false;
    if (all) {
      for (const Value& added : items_of(*all, "add")) added_capability(added);
      drops = std::ranges::any_of(items_of(*all, "drop"), [](const Value& dropped) { return dropped.text == "ALL"; });
    }
    if (!drops) say(PodLevel::restricted, security ? *security : container, "must drop ALL capabilities");
  }

  // A field of the container's securityContext, or else of the pod's, which applies to all containers.
  const Value* inherited(const Value* security, std::string_view key) const {
    if (const Value* own = security ? security->find(key) : nullptr) return own;
    const Value* common = pod.find("securityContext");
    return common ? common->find(key) : nullptr;
  }

  void container(const Value& at) {
    current = &at;
    const Value* security = at.find("securityContext");
    const Value& place = security ? *security : at;
    if (security) {
      context(*security);
      if (is_true(*security, "privileged"))
        say(PodLevel::baseline, *security->find("privileged"), "must not be privileged");
      if (const std::string_view mount = text_of(*security, "procMount"); !mount.empty() && mount != "Default") {
        say(PodLevel::baseline, *security->find("procMount"), "procMount must be Default");
      }
    }
    for (const Value& port : items_of(at, "ports")) {
      if (number_of(port, "hostPort", 0) != 0)
        say(PodLevel::baseline, *port.find("hostPort"), "must not use a port of the Kubernetes node");
    }
    capabilities(at, security);
    const Value* escalation = security ? security->find("allowPrivilegeEscalation") : nullptr;
    if (!escalation || escalation->number != 0)
      say(PodLevel::restricted, place, "allowPrivilegeEscalation must be false");
    const Value* non_root = inherited(security, "runAsNonRoot");
    if (!non_root || non_root->number == 0) say_root(place, "runAsNonRoot must be true");
    if (!inherited(security, "seccompProfile")) say(PodLevel::restricted, place, "must have a seccompProfile");
  }
};

std::optional<PodLevel> parse_level(std::string_view text) {
  for (const PodLevel level : {PodLevel::privileged, PodLevel::baseline, PodLevel::restricted}) {
    if (text == to_string(level)) return level;
  }
  return std::nullopt;
}

// Daemons that need nothing from their Kubernetes node: they use only the network and files on a volume.
constexpr std::string_view plain_daemons[] = {"slurmctld", "slurmdbd", "slurmrestd"};

// Debian builds sssd without support for another user than root.
bool root_is_needed(const Violation& violation) {
  return violation.root_container && text_of(*violation.root_container, "name") == "sssd";
}

bool runs_plain_daemon(const Value& pod) {
  return std::ranges::any_of(items_of(pod, "containers"),
                             [](const Value& container) { return holds(plain_daemons, text_of(container, "name")); });
}

}  // namespace

std::string_view to_string(PodLevel level) {
  constexpr std::string_view names[] = {"privileged", "baseline", "restricted"};
  return names[static_cast<std::size_t>(level)];
}

std::vector<Violation> violations(const Value& pod) {
  std::vector<Violation> found;
  Judge judge{pod, found};
  judge.whole_pod();
  each_container(pod, [&](const Value& container) { judge.container(container); });
  return found;
}

PodLevel level_of(const Value& pod) {
  PodLevel level = PodLevel::restricted;
  for (const Violation& violation : violations(pod)) {
    level = std::min(level, violation.level == PodLevel::baseline ? PodLevel::privileged : PodLevel::baseline);
  }
  return level;
}

void check_security(const ObjectSet& set, const Item& item, Diagnostics& out) {
  constexpr std::string_view label = "pod-security.kubernetes.io/enforce";
  if (item.is("Namespace")) {
    const Value* level = item.value->at({"metadata", "labels", label});
    if (level && !parse_level(level->text)) {
      report(out, "SKF440", Problem::unsupported, item, *level,
             "supported values: \"privileged\", \"baseline\", \"restricted\"");
    }
    return;
  }
  if (!item.pod) return;
  const Item* ns = set.find("Namespace", "", item.ns);
  const Value* text = ns ? ns->value->at({"metadata", "labels", label}) : nullptr;
  // Without the label the default of the Kubernetes cluster applies: privileged, unless its administrator changed it.
  const PodLevel enforced = text ? parse_level(text->text).value_or(PodLevel::privileged) : PodLevel::privileged;
  const bool plain = runs_plain_daemon(*item.pod);
  if (enforced == PodLevel::privileged && !plain) return;
  for (const Violation& violation : violations(*item.pod)) {
    if (violation.level <= enforced) {
      report(out, "SKF440", Problem::forbidden, item, *violation.at,
             violation.message + " in namespace " + std::string(item.ns) + ", which enforces the pod security level " +
                 std::string(to_string(enforced)));
    } else if (plain && !root_is_needed(violation)) {
      report(out, "SKF441", Problem::forbidden, item, *violation.at,
             violation.message + ": slurmctld, slurmdbd and slurmrestd must meet the pod security level restricted");
    }
  }
}

}  // namespace skiff
