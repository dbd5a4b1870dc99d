#include "plan/capabilities.h"

#include <algorithm>
#include <iterator>

#include "text/words.h"

namespace jail {
namespace {

// The index of a name is its number in linux/capability.h.
constexpr std::string_view names[] = {
    "chown",
    "dac_override",
    "dac_read_search",
    "fowner",
    "fsetid",
    "kill",
    "setgid",
    "setuid",
    "setpcap",
    "linux_immutable",
    "net_bind_service",
    "net_broadcast",
    "net_admin",
    "net_raw",
    "ipc_lock",
    "ipc_owner",
    "sys_module",
    "sys_rawio",
    "sys_chroot",
    "sys_ptrace",
    "sys_pacct",
    "sys_admin",
    "sys_boot",
    "sys_nice",
    "sys_resource",
    "sys_time",
    "sys_tty_config",
    "mknod",
    "lease",
    "audit_write",
    "audit_control",
    "setfcap",
    "mac_override",
    "mac_admin",
    "syslog",
    "wake_alarm",
    "block_suspend",
    "audit_read",
    "perfmon",
    "bpf",
    "checkpoint_restore",
};

}  // namespace

std::string parse_capabilities(std::string_view value, std::uint64_t& capabilities) {
  capabilities = 0;
  if (value == "none") return "";
  if (value == "all") {
    capabilities = ~std::uint64_t{0};
    return "";
  }
  for (const std::string& name : split(value, ',')) {
    const auto* const known = std::find(std::begin(names), std::end(names), name);
    if (known == std::end(names)) return "has the unknown capability " + (name.empty() ? "(empty)" : name);
    capabilities |= std::uint64_t{1} << std::distance(std::begin(names), known);
  }
  return value.empty() ? "is empty; write none for no capabilities" : "";
}

std::uint64_t default_capabilities() {
  std::uint64_t capabilities = 0;
  parse_capabilities(
      "chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,sys_chroot,audit_write,setfcap",
      capabilities);
  return capabilities;
}

}  // namespace jail
