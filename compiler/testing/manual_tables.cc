#include <map>

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

}  // namespace

std::string catalogue_page() {
  std::string page =
      "# The hardware catalogue\n\n"
      "`hardware:` of a node set takes one of these names instead of figures. *CPUs* and sockets are what Slurm "
      "schedules,\n"
      "*requested* is what the pod asks Kubernetes for (the node's own pods need the rest), *memory* is the pod's. "
      "What a spec says\n"
      "itself (`gpus`, `rdma`, `requests`, `reserve`) wins over the entry. Where `target.platform` is the entry's, the "
      "pods are\n"
      "also bound to the instance type by `node.kubernetes.io/instance-type`, but on Nebius and DGX: give a `nodeSelector` "
      "there.\nSources stand in "
      "[hardware.yaml](../../schema/catalogue/hardware.yaml) and [gpus.yaml](../../schema/catalogue/gpus.yaml).\n\n"
      "<!-- Made from schema/catalogue/; a test holds this page against it. -->\n\n"
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
      "Slurm's gres types that skiff knows the vendor of. For any other say `gpus.resource` and `gpus.files`.\n\n"
      "| type | Kubernetes resource | device files |\n|---|---|---|\n";
  for (const catalogue::GpuType& type : catalogue::gpu_types()) {
    const catalogue::GpuVendor& vendor = *find_gpu_vendor(type.name);
    page += "| `" + std::string(type.name) + "` | " + text(vendor.resource) + " | " + text(vendor.device) +
            text(vendor.first) + "… |\n";
  }
  page +=
      "\n## Floors of benchmarks\n\n"
      "What `floor: catalogue` of `health.benchmarks` is ([health.md](../health.md#long-checks)): bus bandwidth of\n"
      "all_reduce_perf, by what it holds for. Sources stand in [benchmarks.yaml](../../schema/catalogue/benchmarks.yaml).\n\n"
      "| kind | GPUs | platform | size | floor |\n|---|---|---|---|---|\n";
  for (const catalogue::Floor& floor : catalogue::floors()) {
    const auto slash = floor.gpu.find('/');
    const std::string_view platform = slash == floor.gpu.npos ? "" : floor.gpu.substr(0, slash);
    const std::string_view type = slash == floor.gpu.npos ? floor.gpu : floor.gpu.substr(slash + 1);
    page += "| " + std::string(floor.kind) + " | " + text(floor.gpus) + " × `" + std::string(type) + "` | " +
            std::string(platform) + " | " + text(floor.size) + " | " + text(floor.floor) + " |\n";
  }
  return page;
}

std::string parameters_page() {
  std::string page =
      "# Parameters that skiff writes\n\n"
      "Everything else that the target release knows can be set under `spec.slurm`, a node set's or partition's "
      "`config`, or a login\n"
      "set's `sshd`. Names compare without upper and lower case.\n\n"
      "- *fixed*: another field of the spec decides it, or it ties Slurm to the Kubernetes objects. Setting it is "
      "refused\n"
      "  ([SKF317](../rules.md#skf317)).\n"
      "- *default*: skiff writes a value (in some clusters) that yours replaces.\n"
      "- *list*: skiff writes some words, yours are added.\n\n"
      "<!-- Made from compiler/plan/owned.cc; a test holds this page against it. -->\n";
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
