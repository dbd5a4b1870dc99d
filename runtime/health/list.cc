#include "list.h"

#include <algorithm>
#include <stdexcept>

#include "checks/checks.h"
#include "custom.h"

namespace skiff::health {
namespace {

using std::chrono::milliseconds;

// A device or file system that hangs must not block other checks, so each has its own worker. Most checks that read
// only /proc and /sys share the worker `host`.
std::vector<Task> built_in() {
  constexpr unsigned all = start | periodic | prolog | epilog;
  return {
      {"gpu-driver", all, "gpu", milliseconds(6000), Level::unknown, gpu_driver},
      {"gpu-count", start | periodic | prolog, "gpu", milliseconds(2000), Level::unknown, gpu_count},
      {"gpu-name", start, "gpu", milliseconds(2000), Level::unknown, gpu_name},
      {"gpu-ecc-uncorrected", periodic | prolog | epilog, "gpu", milliseconds(2000), Level::unknown,
       gpu_ecc_uncorrected},
      {"gpu-ecc-corrected", periodic, "gpu", milliseconds(2000), Level::unknown, gpu_ecc_corrected},
      {"gpu-rows-pending", periodic | prolog | epilog, "gpu", milliseconds(2000), Level::unknown, gpu_rows_pending},
      {"gpu-rows-failed", all, "gpu", milliseconds(2000), Level::unknown, gpu_rows_failed},
      {"gpu-ecc-mode", start, "gpu", milliseconds(2000), Level::unknown, gpu_ecc_mode},
      {"gpu-slowdown", periodic, "gpu", milliseconds(3000), Level::unknown, gpu_slowdown},
      {"gpu-temperature", periodic, "gpu", milliseconds(2000), Level::unknown, gpu_temperature},
      {"gpu-nvlinks", all, "gpu", milliseconds(2000), Level::unknown, gpu_nvlinks},
      {"gpu-nvlink-speed", start, "gpu", milliseconds(2000), Level::unknown, gpu_nvlink_speed},
      {"gpu-nvlink-errors", periodic | epilog, "gpu", milliseconds(2000), Level::unknown, gpu_nvlink_errors},
      {"gpu-pcie", periodic, "gpu", milliseconds(2000), Level::unknown, gpu_pcie},
      {"gpu-xid", periodic | epilog, "kernel", milliseconds(2000), Level::unknown, gpu_xid},
      {"gpu-sxid", periodic, "kernel", milliseconds(2000), Level::unknown, gpu_sxid},
      {"gpu-fabric", start, "gpu", milliseconds(2000), Level::unknown, gpu_fabric},
      {"gpu-imex", start | prolog, "host", milliseconds(1000), Level::unknown, gpu_imex},
      {"gpu-persistence", start, "gpu", milliseconds(2000), Level::unknown, gpu_persistence},
      {"gpu-memory", prolog, "gpu", milliseconds(2000), Level::unknown, gpu_memory},
      // The last task of its worker, because it may wait until the processes of the previous job have ended.
      {"gpu-processes", prolog | epilog, "gpu", milliseconds(8000), Level::unknown, gpu_processes},
      {"rdma-ports", all, "rdma", milliseconds(2000), Level::unknown, rdma_ports},
      {"rdma-link-downs", periodic, "rdma", milliseconds(2000), Level::unknown, rdma_link_downs},
      {"efa", start, "rdma", milliseconds(2000), Level::unknown, efa_devices},
      {"rdma-gpudirect", start, "rdma", milliseconds(2000), Level::unknown, rdma_gpu_direct},
      {"memory", start, "host", milliseconds(1000), Level::unknown, memory_size},
      {"cpus", start, "host", milliseconds(1000), Level::unknown, cpu_count},
      {"leftovers", epilog, "leftovers", milliseconds(5000), Level::unknown, leftovers},
      {"stuck-processes", periodic, "processes", milliseconds(3000), Level::unknown, stuck_processes},
      {"clock", start | periodic, "host", milliseconds(1000), Level::unknown, clock_offset},
      {"names", start | periodic, "names", milliseconds(4000), Level::warn, names},
      {"nvme", periodic, "kernel", milliseconds(2000), Level::unknown, nvme},
      {"cgroup", start, "host", milliseconds(1000), Level::unknown, cgroup},
  };
}

// If a mount hangs, all paths on it hang. So they share its worker.
std::string worker_of(const Settings& settings, const std::string& path) {
  std::string found;
  const auto look = [&](const std::string& point) {
    const bool below = path == point || point == "/" || path.starts_with(point + "/");
    if (below && point.size() > found.size()) found = point;
  };
  for (const auto& mount : settings.mounts) look(mount.path);
  if (settings.jail) look(settings.jail->path);
  return "files:" + (found.empty() ? path : found);
}

std::vector<Task> of_files(const Settings& settings) {
  std::vector<Task> tasks;
  for (const auto& expected : settings.mounts)
    tasks.push_back({"mount:" + expected.path, start | periodic | prolog | epilog, worker_of(settings, expected.path),
                     milliseconds(2000), Level::critical,
                     [expected](const Node& node) { return mount(node, expected); }});
  if (settings.jail)
    tasks.push_back(
        {"jail", start | prolog, worker_of(settings, settings.jail->path), milliseconds(2000), Level::critical, jail});
  for (const auto& path : settings.space)
    tasks.push_back({"space:" + path, periodic | prolog | epilog, worker_of(settings, path), milliseconds(2000),
                     Level::unknown, [path](const Node& node) { return space(node, path); }});
  return tasks;
}

}  // namespace

std::vector<Task> all_tasks(const Settings& settings) {
  std::vector<Task> tasks = built_in();
  for (auto& more : {of_files(settings), custom_tasks(settings)}) tasks.insert(tasks.end(), more.begin(), more.end());
  std::erase_if(tasks, [&](const Task& task) {
    return settings.disabled.contains(task.id) || settings.disabled.contains(base_of(task.id));
  });
  return tasks;
}

std::string_view base_of(std::string_view id) { return id.substr(0, id.find(':')); }

void check_ids(const Settings& settings) {
  const auto check = [&](const std::string& field, const std::string& id) {
    if (!settings.catalogue.checks.contains(base_of(id))) throw std::runtime_error(field + ": there is no check " + id);
  };
  for (const auto& id : settings.disabled) check("disabled", id);
  for (const auto& [id, levels] : settings.levels) check("levels", id);
}

}  // namespace skiff::health
