#include <algorithm>
#include <array>

#include "text/split.h"
#include "verify/cross.h"
#include "verify/report.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

// The directories that a daemon's container can write, for a message: "/tmp, /run/slurmctld".
std::string writable(const Value& container) {
  std::string text;
  for (const Value& mount : items_of(container, "volumeMounts")) {
    if (is_true(mount, "readOnly")) continue;
    text += (text.empty() ? "" : ", ") + std::string(text_of(mount, "mountPath"));
  }
  return text;
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return path.substr(0, slash == 0 ? 1 : slash);
}

class Writer {
 public:
  Writer(const ObjectSet& set, std::string_view daemon) {
    for (const Item& item : set.items()) {
      if ((container_ = container_of(item, daemon))) {
        workload_ = &item;
        break;
      }
    }
  }

  // The reason why the daemon cannot write a file there; empty if it can, or if nothing is known.
  std::string why_not(std::string_view path) const {
    if (!container_) return {};
    const std::string where = "a file in one of the directories that the daemon can write: " + writable(*container_);
    if (!path.starts_with('/')) return "must be the absolute path of " + where;
    // Devices and standard output belong to the container runtime.
    if (path.starts_with("/dev/") || path.starts_with("/proc/")) return {};
    const Value* mount = mount_of(*container_, path);
    if (!mount) return is_read_only_root() ? "must be " + where : std::string();
    const std::string_view at = text_of(*mount, "mountPath");
    const Value* volume = item_named(items_of(*workload_->pod, "volumes"), text_of(*mount, "name"));
    // A new emptyDir has no subdirectories. Those of a claim are unknown.
    const bool is_new = volume && volume->find("emptyDir");
    if (is_true(*mount, "readOnly") || path == at || (is_new && folder_of(path) != at)) return "must be " + where;
    return {};
  }

 private:
  bool is_read_only_root() const {
    const Value* security = container_->find("securityContext");
    return security && is_true(*security, "readOnlyRootFilesystem");
  }

  const Value* container_ = nullptr;
  const Item* workload_ = nullptr;
};

// The file of jobcomp/filetxt, if slurm.conf selects that plugin.
const Parameter* completions(const OutputConf* slurm, std::string_view& path) {
  const Parameter* type = find_parameter(slurm, "JobCompType");
  if (!type || unquoted(type->value) != "jobcomp/filetxt") return nullptr;
  path = value_of(slurm, "JobCompLoc", "/var/log/slurm_jobcomp.log");
  const Parameter* place = find_parameter(slurm, "JobCompLoc");
  return place ? place : type;
}

}  // namespace

void check_written_files(const VerifyInput& input, const ObjectSet& set, Diagnostics& out) {
  const OutputConf* slurm = find_conf(input, "slurm.conf");
  if (!slurm) return;
  const Writer slurmctld(set, "slurmctld");
  const auto check = [&](const Parameter& parameter, std::string_view path) {
    const std::string why = slurmctld.why_not(path);
    const bool is_default = unquoted(parameter.value) != path;
    if (!why.empty())
      report(out, "SKF476", Problem::invalid, *slurm, parameter,
             (is_default ? "writes to " + std::string(path) + " by default: JobCompLoc " : "") + why);
  };
  if (const Parameter* log = find_parameter(slurm, "SlurmSchedLogFile")) check(*log, unquoted(log->value));
  std::string_view path;
  if (const Parameter* place = completions(slurm, path)) check(*place, path);
}

// Without them slurmdbd cannot connect to the database. None of its volumes has such files, nor has the image that
// images/build builds.
void check_storage_files(const VerifyInput& input, const ObjectSet& set, Diagnostics& out) {
  constexpr std::array<std::string_view, 4> files = {"SSL_CA", "SSL_CAPATH", "SSL_CERT", "SSL_KEY"};
  const OutputConf* conf = find_conf(input, "slurmdbd.conf");
  const Parameter* options = find_parameter(conf, "StorageParameters");
  if (!options) return;
  const Value* container = nullptr;
  for (const Item& item : set.items()) {
    if ((container = container_of(item, "slurmdbd"))) break;
  }
  for (const std::string_view option : Parts(unquoted(options->value), ',')) {
    const std::size_t equals = std::min(option.find('='), option.size());
    const std::string_view name = option.substr(0, equals);
    const std::string_view path = option.substr(std::min(equals + 1, option.size()));
    if (std::ranges::none_of(files, [&](std::string_view file) { return compare_words(file, name) == 0; })) continue;
    std::string why;
    if (!path.starts_with('/'))
      why = "must name an absolute path in the image of slurmdbd";
    else if (const Value* mount = container ? mount_of(*container, path) : nullptr)
      why = "names a file that no pod has: slurmdbd's pod has its own " + std::string(text_of(*mount, "mountPath"));
    else if (input.own_slurmdbd)
      why =
          "names a file that the image of slurmdbd that images/build builds does not have; for another image set "
          "spec.images.slurmdbd.repository";
    if (why.empty()) continue;
    report(out, "SKF481", Problem::not_found, *conf, *options, std::string(name) + ' ' + why);
    return;
  }
}

void check_plugin_folder(const VerifyInput& input, Diagnostics& out) {
  constexpr std::array<std::string_view, 2> machines = {"/usr/lib/x86_64-linux-gnu/slurm-wlm",
                                                        "/usr/lib/aarch64-linux-gnu/slurm-wlm"};
  const std::array<std::pair<std::string_view, bool>, 2> files = {
      {{"slurm.conf", input.own_images && input.plugins.empty()}, {"slurmdbd.conf", input.own_slurmdbd}}};
  for (const auto& [file, own] : files) {
    const OutputConf* conf = find_conf(input, file);
    const Parameter* folders = conf && own ? find_parameter(conf, "PluginDir") : nullptr;
    if (!folders) continue;
    const auto has = [&](std::string_view folder) {
      while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
      return std::ranges::find(machines, folder) != machines.end();
    };
    bool found = false;
    for (const std::string_view folder : Parts(unquoted(folders->value), ':')) found = found || has(folder);
    if (!found)
      report(out, "SKF478", Problem::invalid, *conf, *folders,
             "must contain " + std::string(machines[0]) + " (on Arm " + std::string(machines[1]) +
                 "), where the images that images/build builds have Slurm's plugins; leave it out for the default");
  }
}

}  // namespace skiff
