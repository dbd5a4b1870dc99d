#include <map>
#include <tuple>

#include "plan/catalogue.h"
#include "plan/owned.h"
#include "testing/manual.h"

namespace skiff::testing {
namespace {

std::string text(const catalogue::Text& value) { return std::string(value.value); }
std::string text(const catalogue::Number& value) { return std::to_string(value.value); }
template <class T>
std::string text(const std::optional<T>& value) {
  return value ? text(*value) : "";
}

// The values that the checks of skiff-health use, unless a spec changes them.
std::string health_tables() {
  std::string page =
      "\n## Thresholds of health checks\n\n"
      "`health.thresholds` changes them. [health.yaml](../../schema/catalogue/health.yaml) has their units and sources.\n\n"
      "| threshold | GPU | value |\n|---|---|---|\n";
  for (const catalogue::Threshold& threshold : catalogue::thresholds())
    page += "| `" + std::string(threshold.name) + "` | " +
            (threshold.model.empty() ? "" : "`" + std::string(threshold.model) + "`") + " | " +
            std::to_string(threshold.limit.value) + " |\n";
  page +=
      "\n## Levels of XIDs\n\n"
      "`health.xids` changes them. An XID that is not listed is critical.\n\n"
      "| level | GPU | XIDs |\n|---|---|---|\n";
  using Level = catalogue::Xid::Level;
  std::map<std::tuple<std::string_view, std::string_view>, std::string> rows;  // by model and level
  for (const catalogue::Xid& xid : catalogue::xids()) {
    const std::string_view level = xid.level == Level::critical ? "critical" : xid.level == Level::warn ? "warn" : "ok";
    std::string& codes = rows[{xid.model, level}];
    codes += (codes.empty() ? "" : ", ") + std::to_string(xid.code);
  }
  for (const auto& [key, codes] : rows) {
    const auto& [model, level] = key;
    page += "| " + std::string(level) + " | " + (model.empty() ? "" : "`" + std::string(model) + "`") + " | " + codes +
            " |\n";
  }
  return page;
}

}  // namespace

std::string catalogue_page() {
  std::string page =
      "# The hardware catalogue\n\n"
      "`hardware:` of a node set accepts one of these names instead of explicit values. Slurm schedules the *CPUs* and "
      "sockets.\n"
      "The pod requests the *requested* CPUs from Kubernetes, because other pods of the Kubernetes node need the rest. "
      "*memory* is\n"
      "the memory of the pod. Fields of the spec (`gpus`, `rdma`, `requests`, `reserve`) override the entry. If "
      "`target.platform` is\n"
      "the platform of the entry, the pods also run only on its instance type (`node.kubernetes.io/instance-type`). On "
      "Nebius and DGX\n"
      "this is not so: set a `nodeSelector` there, and on GKE if node pools differ only in the number of T4 of their "
      "machines.\n"
      "The sources are in "
      "[hardware.yaml](../../schema/catalogue/hardware.yaml) and [gpus.yaml](../../schema/catalogue/gpus.yaml).\n\n"
      "<!-- Generated from schema/catalogue/; a test compares this page with it. -->\n\n"
      "| name | platform | CPUs | sockets × cores × threads | requested | memory | GPUs | RDMA "
      "|\n|---|---|---|---|---|---|---|---|\n";
  for (const catalogue::Hardware& entry : catalogue::hardware()) {
    const std::string cores = entry.sockets ? text(entry.sockets) + " × " + text(entry.cores_per_socket) + " × " +
                                                  text(entry.threads_per_core)
                                            : "";
    const std::string cpus =
        entry.cpus
            ? text(entry.cpus)
            : std::to_string(entry.sockets->value * entry.cores_per_socket->value * entry.threads_per_core->value);
    page += "| `" + std::string(entry.name) + "` | " + text(entry.platform) + " | " + cpus + " | " + cores + " | " +
            text(entry.pod_cpus) + " | " + text(entry.memory) + " | " + text(entry.gpu_count) +
            (entry.gpu_type ? " × " : "") + text(entry.gpu_type) + " | " + text(entry.rdma_count) +
            (entry.rdma_resource ? " × " : "") + text(entry.rdma_resource) +
            (entry.rdma_ports ? ", " + text(entry.rdma_ports) + " ports of " + text(entry.rdma_rate) + " Gb/s" : "") +
            " |\n";
  }
  page +=
      "\n## GPU types\n\n"
      "The types in Slurm's Gres whose vendor skiff knows. For any other type, set `gpus.resource` and `gpus.files`.\n\n"
      "| type | Kubernetes resource | device files |\n|---|---|---|\n";
  for (const catalogue::GpuType& type : catalogue::gpu_types()) {
    const catalogue::GpuVendor& vendor = *find_gpu_vendor(type.name);
    page += "| `" + std::string(type.name) + "` | " + text(vendor.resource) + " | " + text(vendor.device) +
            text(vendor.first) + "… |\n";
  }
  page +=
      "\n## Floors of benchmarks\n\n"
      "The values of `floor: catalogue` in `health.benchmarks` ([health.md](../health.md#long-checks)): bus bandwidth of\n"
      "all_reduce_perf. The sources are in [benchmarks.yaml](../../schema/catalogue/benchmarks.yaml).\n\n"
      "| kind | GPUs | platform | size | floor |\n|---|---|---|---|---|\n";
  for (const catalogue::Floor& floor : catalogue::floors()) {
    const auto slash = floor.gpu.find('/');
    const std::string_view platform = slash == floor.gpu.npos ? "" : floor.gpu.substr(0, slash);
    const std::string_view type = slash == floor.gpu.npos ? floor.gpu : floor.gpu.substr(slash + 1);
    page += "| " + std::string(floor.kind) + " | " + text(floor.gpus) + " × `" + std::string(type) + "` | " +
            std::string(platform) + " | " + text(floor.size) + " | " + text(floor.floor) + " |\n";
  }
  return page + health_tables();
}

std::string parameters_page() {
  std::string page =
      "# Parameters that skiff writes\n\n"
      "You can set every other parameter of the target release in `spec.slurm`, in the `config` of a node set or "
      "partition, or in\n"
      "the `sshd` of a login set. The case of names does not matter.\n\n"
      "- *fixed*: another field of the spec decides it, or it connects Slurm to the Kubernetes objects. You cannot set it\n"
      "  ([SKF317](../rules.md#skf317)).\n"
      "- *default*: skiff writes a value (in some clusters), and your value replaces it.\n"
      "- *list*: skiff writes some items, and yours are added.\n\n"
      "<!-- Generated from compiler/plan/owned.cc; a test compares this page with it. -->\n";
  std::string_view file, line = "?";
  for (const OwnedParameter& owned : owned_parameters()) {
    if (owned.file != file || owned.line != line) {
      file = owned.file;
      line = owned.line;
      page += "\n## " + std::string(file) + (line.empty() ? "" : ", lines of " + std::string(line)) +
              "\n\n| parameter | | |\n|---|---|---|\n";
    }
    const char* policy = owned.policy == OwnedParameter::Policy::fixed    ? "fixed"
                         : owned.policy == OwnedParameter::Policy::preset ? "default"
                                                                          : "list";
    page += "| `" + std::string(owned.key) + "` | " + policy + " | " + std::string(owned.field) + " |\n";
  }
  return page;
}

}  // namespace skiff::testing
