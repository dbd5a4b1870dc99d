#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// schema/catalogue/*.yaml as constants, which `embed` writes when skiff and its programs are built. Each key of a file
// is the member with its name. A misspelt key, or a missing key whose member is not optional, does not compile. The
// rows have the order of the files.

namespace skiff::catalogue {

/// A value and its line in the file, for its provenance.
template <class T>
struct At {
  constexpr At(T found, std::uint32_t at) : value(found), line(at) {}
  T value;
  std::uint32_t line;
};
using Text = At<std::string_view>;
using Number = At<std::int64_t>;

/// One named instance type.
struct Hardware {
  static constexpr std::string_view file = "schema/catalogue/hardware.yaml";
  std::string_view name;
  Text platform;
  std::optional<Text> instance_type;
  std::optional<Number> cpus, sockets, cores_per_socket, threads_per_core;
  Number pod_cpus;
  Text memory;
  std::optional<Text> gpu_type;
  std::optional<Number> gpu_count;
  std::optional<Text> rdma_resource;
  std::optional<Number> rdma_count, rdma_ports, rdma_rate;
};
std::span<const Hardware> hardware();

struct GpuVendor {
  static constexpr std::string_view file = "schema/catalogue/gpus.yaml";
  std::string_view name;
  Text resource;  ///< Kubernetes' resource name
  Text device;    ///< path of a device file without its number
  Number first;   ///< number of the first device file
};
std::span<const GpuVendor> gpu_vendors();

/// A type of GPU in Slurm's Gres.
struct GpuType {
  std::string_view name;
  Text vendor;
};
std::span<const GpuType> gpu_types();

/// The kind of device that an extended resource of Kubernetes stands for.
struct Resource {
  enum class Kind : std::uint8_t { nvidia_gpu, amd_gpu, efa, rdma };
  std::string_view name;
  Kind kind;
};
std::span<const Resource> resources();

/// A kind of benchmark.
struct BenchmarkKind {
  static constexpr std::string_view file = "schema/catalogue/benchmarks.yaml";
  struct Preset {
    std::string_view field;
    Text value;
  };
  std::string_view name;
  Number gpus;                                   ///< number of GPUs that a node must have
  std::optional<Text> unit;                      ///< unit of the result, or `any`; none if the program itself decides
  bool pairs = false;                            ///< runs on two nodes at a time
  std::span<const Preset> presets = {};          ///< fields of the spec that it has, with their defaults
  std::span<const std::string_view> needs = {};  ///< its other fields, which have no default
  std::span<const Text> command = {};            ///< contains `<FIELD>`; empty if only the spec gives the command
};
std::span<const BenchmarkKind> benchmark_kinds();

/// The value of `floor: catalogue` for a benchmark.
struct Floor {
  static constexpr std::string_view file = "schema/catalogue/benchmarks.yaml";
  std::string_view kind;
  std::string_view gpu;  ///< type of the GPU, with or without `PLATFORM/` before it
  Number gpus;           ///< number of GPUs per node
  Text size;             ///< size of the reduction
  Text floor;
};
std::span<const Floor> floors();

/// The keywords of sshd_config.
std::span<const std::string_view> sshd_keywords();

/// The ids of the checks in skiff-health.
std::span<const std::string_view> health_checks();

/// A limit in skiff-health, for all GPUs or for one model, by its name in NVML.
struct Threshold {
  static constexpr std::string_view file = "schema/catalogue/health.yaml";
  std::string_view model;  ///< empty: all models
  std::string_view name;
  Number limit;
};
std::span<const Threshold> thresholds();

/// The severity of an Xid code of the NVIDIA driver, for all GPUs or for one model.
struct Xid {
  enum class Level : std::uint8_t { ok, warn, critical };
  std::string_view model;
  int code;
  Level level;
};
std::span<const Xid> xids();

}  // namespace skiff::catalogue
