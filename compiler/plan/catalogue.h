#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/plan.h"

namespace skiff {

/// One named instance type of schema/catalogue/hardware.yaml; each value is traced to its line.
struct HardwareEntry {
  std::string_view platform;
  std::optional<plan::Text> instance_type;
  std::optional<plan::Int> cpus, sockets, cores_per_socket, threads_per_core;
  plan::Int pod_cpus;
  plan::Text memory;
  std::optional<plan::Text> gpu_type, rdma_resource;
  std::optional<plan::Int> gpu_count, rdma_count, rdma_ports, rdma_rate;
};

/// What schema/catalogue/gpus.yaml knows of a gres type.
struct GpuEntry {
  plan::Text resource;     ///< Kubernetes' resource name
  plan::Text device;       ///< path of a device file without its number
  std::int64_t first = 0;  ///< number of the first one
};

/// A floor of schema/catalogue/benchmarks.yaml.
struct FloorEntry {
  plan::Int gpus;   ///< of a node
  plan::Text size;  ///< of the reduction
  plan::Text floor;
};
/// For a kind of benchmark and a type of GPU; what holds for one platform alone goes before.
std::optional<FloorEntry> find_floor(std::string_view kind, std::string_view platform, std::string_view gpu_type);
/// Kind, then type with or without its platform, of each floor.
std::vector<std::pair<std::string_view, std::string_view>> floor_names();

std::optional<HardwareEntry> find_hardware(std::string_view name);
std::vector<std::string_view> hardware_names();
std::optional<GpuEntry> find_gpu(std::string_view type);
std::vector<std::string_view> gpu_types();
/// What may stand in sshd_config (schema/catalogue/sshd.yaml).
std::vector<std::string_view> sshd_keywords();
/// Names of limits and of checks that skiff-health has (schema/catalogue/health.yaml).
std::vector<std::string_view> health_thresholds();
/// What such a limit is where nothing else is said. Throws std::runtime_error for another name.
plan::Int health_threshold(std::string_view name);
std::vector<std::string_view> health_checks();

}  // namespace skiff
