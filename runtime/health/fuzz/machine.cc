// Fuzzes the checks with arbitrary files for /proc, /sys and /dev below a temporary directory. Each verdict must say
// what was found.
#include <fuzzer/FuzzedDataProvider.h>

#include <filesystem>
#include <fstream>

#include "checks/checks.h"
#include "common/testing/tree.h"
#include "fuzz/claim.h"
#include "mounts.h"
#include "node.h"
#include "processes.h"

using namespace skiff::health;

namespace {

constexpr const char* files[] = {
    "/dev/kmsg",
    "/proc/uptime",
    "/proc/self/mountinfo",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/proc/self/status",
    "/proc/self/cgroup",
    "/proc/17/stat",
    "/proc/17/wchan",
    "/proc/modules",
    "/proc/driver/nvidia/version",
    "/proc/driver/nvidia/gpus/0000:1b:00.0/information",
    "/sys/fs/cgroup/cgroup.controllers",
    "/sys/fs/cgroup/cgroup.subtree_control",
    "/sys/fs/cgroup/memory.max",
    "/sys/fs/cgroup/cpuset.cpus.effective",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/cpu0/topology/physical_package_id",
    "/sys/devices/system/cpu/cpu0/topology/core_id",
    "/sys/devices/system/cpu/cpu0/topology/thread_siblings_list",
    "/sys/class/infiniband/mlx5_0/ports/1/link_layer",
    "/sys/class/infiniband/mlx5_0/ports/1/state",
    "/sys/class/infiniband/mlx5_0/ports/1/phys_state",
    "/sys/class/infiniband/mlx5_0/ports/1/rate",
    "/sys/class/infiniband/mlx5_0/ports/1/counters/link_downed",
    "/sys/class/nvme/nvme0/state",
    "/jail/etc/skiff-jail",
};

Settings settings_of_all() {
  Settings settings;
  settings.catalogue = built_in_catalogue();
  settings.gpus = Settings::Gpus{.count = 1, .type = "h100"};
  settings.rdma = Settings::Rdma{.ports = 1, .rate = 400, .ignore = {"mlx4_*"}, .gpu_direct = true};
  settings.efa = settings.nvme = 1;
  settings.mounts = {{.path = "/home", .type = "nfs4"}};
  settings.real_memory = 1000;
  settings.cpus = Settings::Cpus{.count = 4, .sockets = 1, .cores_per_socket = 2, .threads_per_core = 2};
  settings.cgroup = Settings::Cgroup{.controllers = {"cpuset", "memory"}};
  settings.jail = Settings::Jail{.path = "/jail", .marker = "etc/skiff-jail", .version = "1"};
  return settings;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  static const skiff::Tree tree;
  static const Settings settings = settings_of_all();
  FuzzedDataProvider data(bytes, size);
  std::set<std::string> written;
  while (data.remaining_bytes() > 0) {
    const std::string path = tree.root + data.PickValueInArray(files);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << data.ConsumeRandomLengthString();
    written.insert(path);
  }
  Node node;
  node.root = tree.root;
  node.name = "n0";
  node.now = 1'000'000;
  node.settings = settings;
  // Run twice: the second run reads what the first one remembered.
  for (int look = 0; look < 2; ++look) {
    const std::pair<const char*, Verdict (*)(const Node&)> checks[] = {
        {"gpu-xid", gpu_xid},
        {"gpu-sxid", gpu_sxid},
        {"rdma-ports", rdma_ports},
        {"rdma-link-downs", rdma_link_downs},
        {"efa", efa_devices},
        {"nvme", nvme},
        {"memory", memory_size},
        {"rdma-gpudirect", rdma_gpu_direct},
        {"cpus", cpu_count},
        {"cgroup", cgroup},
        {"jail", jail},
        {"stuck-processes", stuck_processes},
        {"gpu-imex", gpu_imex},
    };
    for (const auto& [id, check] : checks) {
      const Verdict verdict = check(node);
      if (!verdict) continue;
      fuzz::claim(!verdict->detail.empty(), "a verdict has a detail");
      if (verdict->memory) node.memory[id] = *verdict->memory;
    }
    mount(node, settings.mounts[0]);
  }
  for (const std::string& path : written) std::filesystem::remove(path);
  return 0;
}
