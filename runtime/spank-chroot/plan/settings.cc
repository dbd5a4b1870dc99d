#include "plan/settings.h"

#include <set>

#include "plan/capabilities.h"
#include "text/words.h"

namespace jail {
namespace {

std::string set_path(std::string_view value, std::string& path) {
  if (std::string fault = path_fault(value); !fault.empty()) return fault;
  if (value == "/") return "is the node's own root";
  path = value;
  return "";
}

std::string set_choice(std::string_view value, std::string_view yes, std::string_view no, bool& setting) {
  if (value != yes && value != no) return "is neither " + std::string(yes) + " nor " + std::string(no);
  setting = value == yes;
  return "";
}

// Names of users, groups, partitions or accounts.
std::string set_names(std::string_view value, std::vector<std::string>& names) {
  names = split(value, ',');
  for (const std::string& name : names) {
    if (name.empty()) return "has an empty name";
    for (const char c : name) {
      if (static_cast<unsigned char>(c) <= ' ' || c == '/' || c == 0x7f)
        return "has a name with a space, a slash or a control character";
    }
  }
  return names.empty() ? "is empty" : "";
}

std::string set_mode(std::string_view value, Mode& mode) {
  if (value != "step" && value != "task") return "is neither step nor task";
  mode = value == "step" ? Mode::step : Mode::task;
  return "";
}

std::string set_root_options(std::string_view value, Settings& settings) {
  for (const std::string& option : split(value, ',')) {
    if (option != "ro" && option != "nosuid") return "allows only ro and nosuid, not " + option;
    (option == "ro" ? settings.root_read_only : settings.root_no_suid) = true;
  }
  return "";
}

std::string set_version(std::string_view value, std::string& version) {
  if (value.empty() || value.size() > 200) return "is empty or longer than 200 bytes";
  version = value;
  return "";
}

std::string set(std::string_view name, std::string_view value, Settings& to) {
  if (name == "root") return set_path(value, to.root);
  if (name == "mode") return set_mode(value, to.mode);
  if (name == "mounts") return set_path(value, to.mounts_file);
  if (name == "marker") return set_path(value, to.marker);
  if (name == "version") return set_version(value, to.version);
  if (name == "mountpoint") return set_choice(value, "yes", "no", to.require_mount);
  if (name == "submounts") return set_choice(value, "yes", "no", to.submounts);
  if (name == "root-options") return set_root_options(value, to);
  if (name == "extern") return set_choice(value, "yes", "no", to.extern_step);
  if (name == "hidepid") return set_choice(value, "yes", "no", to.hide_processes);
  if (name == "on-failure") return set_choice(value, "requeue", "fail", to.check_in_prolog);
  if (name == "capabilities") return parse_capabilities(value, to.capabilities);
  if (name == "exempt-users") return set_names(value, to.exempt_users);
  if (name == "exempt-groups") return set_names(value, to.exempt_groups);
  if (name == "exempt-partitions") return set_names(value, to.exempt_partitions);
  if (name == "exempt-accounts") return set_names(value, to.exempt_accounts);
  if (name == "no-jail-users") return set_names(value, to.no_jail_users);
  if (name == "no-jail-groups") return set_names(value, to.no_jail_groups);
  if (name == "login-setuid") return set_choice(value, "yes", "no", to.login_setuid);
  if (name == "login-mounts") return set_choice(value, "yes", "no", to.login_mounts);
  if (name == "state") return set_path(value, to.state);
  return "is not a known argument";
}

}  // namespace

Arguments parse_arguments(const std::vector<std::string_view>& arguments) {
  Arguments parsed;
  parsed.settings.capabilities = default_capabilities();
  std::set<std::string_view> seen;
  for (const std::string_view argument : arguments) {
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    std::string fault;
    if (equals == std::string_view::npos) {
      fault = "is not of the form NAME=VALUE";
    } else if (!seen.insert(name).second) {
      fault = "is given twice";
    } else {
      fault = set(name, argument.substr(equals + 1), parsed.settings);
    }
    if (!fault.empty())
      parsed.faults.push_back(shown("argument " + std::string(argument) + ": " + std::string(name) + " " + fault));
  }
  if (!seen.contains("root")) parsed.faults.push_back("argument root is missing: root=PATH names the jail");
  if (parsed.settings.extern_step && parsed.settings.mode == Mode::task) {
    parsed.faults.push_back("argument extern=yes needs mode=step: the extern step has no task");
  }
  return parsed;
}

}  // namespace jail
