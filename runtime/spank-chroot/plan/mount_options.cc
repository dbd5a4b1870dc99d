#include "plan/mount_options.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

#include "text/words.h"

namespace jail {
namespace {

// Sets the defaults of the mount's type.
void set_defaults(Mount& mount) {
  switch (mount.type) {
    case MountType::tmpfs:
      mount.mode = 0755;
      break;
    case MountType::job:
      mount.mode = 01777;
      break;
    case MountType::proc:
      mount.no_exec = true;
      break;
    case MountType::dev:
      mount.no_exec = true, mount.no_dev = false;
      break;
    case MountType::spool:
      mount.recursive = false;
      break;
    case MountType::cgroup:
      mount.recursive = true, mount.no_exec = true;
      break;
    case MountType::gpu:
      mount.read_only = true;
      break;
    case MountType::bind:
      break;
  }
}

// The options that a type can have.
std::string_view allowed(MountType type) {
  switch (type) {
    case MountType::bind:
      return "ro rw suid nosuid dev nodev exec noexec rec slave optional mounted";
    case MountType::tmpfs:
      return "size mode exec noexec suid nosuid";
    case MountType::proc:
      return "";
    case MountType::dev:
      return "devices";
    case MountType::job:
      return "mode exec noexec suid nosuid";
    case MountType::spool:
      return "exec noexec";
    case MountType::cgroup:
      return "optional";
    case MountType::gpu:
      return "optional";
  }
  return "";
}

bool takes(MountType type, const std::string& name) {
  for (const std::string& option : words(allowed(type))) {
    if (option == name) return true;
  }
  return false;
}

// `64M` in bytes: digits and K, M, G or T.
std::optional<std::uint64_t> bytes(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::size_t unit = std::string_view("KMGT").find(text.back());
  if (unit != std::string_view::npos) text.remove_suffix(1);
  const unsigned shift = unit == std::string_view::npos ? 0 : static_cast<unsigned>(10 * (unit + 1));
  // At most INT64_MAX, because file sizes in the kernel are signed.
  const auto count = number(text, 10, std::min<std::uint64_t>(1u << 30, std::uint64_t{INT64_MAX} >> shift));
  if (!count || *count == 0) return std::nullopt;
  return *count << shift;
}

std::string set_value(const std::string& name, const std::string& value, Mount& mount) {
  if (name == "size") {
    const auto size = bytes(value);
    if (!size) return "size must be a positive number, optionally with K, M, G or T, not " + value;
    mount.size = *size;
  } else if (name == "mode") {
    const auto mode = number(value, 8, 07777);
    if (!mode) return "mode must be an octal number up to 7777, not " + value;
    mount.mode = static_cast<unsigned>(*mode);
  } else if (name == "devices") {
    for (const std::string& pattern : split(value, ':')) {
      if (!path_fault("/" + pattern).empty()) return "device pattern " + pattern + " " + path_fault("/" + pattern);
      mount.devices.push_back(pattern);
    }
    if (mount.devices.empty()) return "devices is empty";
  }
  return "";
}

void set_flag(const std::string& name, Mount& mount) {
  if (name == "ro" || name == "rw") mount.read_only = name == "ro";
  if (name == "suid" || name == "nosuid") mount.no_suid = name == "nosuid";
  if (name == "dev" || name == "nodev") mount.no_dev = name == "nodev";
  if (name == "exec" || name == "noexec") mount.no_exec = name == "noexec";
  if (name == "rec") mount.recursive = true;
  if (name == "slave") mount.slave = true;
  if (name == "optional") mount.optional = true;
  if (name == "mounted") mount.mounted = true;
}

// What an option sets. It is the same for opposite options: `nodev` and `dev`, `ro` and `rw`.
std::string setting(const std::string& name) {
  if (name == "ro" || name == "rw") return "rw";
  return name.starts_with("no") ? name.substr(2) : name;
}

}  // namespace

std::string parse_options(std::string_view options, Mount& mount) {
  set_defaults(mount);
  std::set<std::string> seen;
  for (const std::string& option : split(options, ',')) {
    const std::size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    const bool wants_value = name == "size" || name == "mode" || name == "devices";
    if (!takes(mount.type, name)) return "unknown option " + (name.empty() ? "(empty)" : name) + " for this type";
    if (!seen.insert(setting(name)).second) return "option " + name + " is given twice or contradicts another option";
    if (wants_value != (equals != std::string::npos))
      return "option " + name + (wants_value ? " needs a value" : " takes no value");
    if (wants_value) {
      if (std::string fault = set_value(name, option.substr(equals + 1), mount); !fault.empty()) return fault;
    } else {
      set_flag(name, mount);
    }
  }
  // Later mounts have the flags that they have on the node, whatever the line says.
  if (mount.slave && (!mount.recursive || mount.no_suid || mount.no_dev || mount.read_only))
    return "option slave needs rec, suid and dev, without ro: later mounts keep the flags that they have on the node";
  return "";
}

}  // namespace jail
