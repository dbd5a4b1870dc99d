#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// schema/catalogue/*.yaml as constants, which `embed` writes when skiff and its programs are built. A key of a file is the member of
// its name: one that is misspelt, or left out where it is no optional, does not compile. The rows stand in the files' order.

namespace skiff::catalogue {

/// A value and the line of its file, which is its provenance.
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
  Number first;   ///< number of the first one
};
std::span<const GpuVendor> gpu_vendors();

/// A gres type of Slurm's.
struct GpuType {
  std::string_view name;
  Text vendor;
};
std::span<const GpuType> gpu_types();

/// What stands behind an extended resource of Kubernetes.
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
  Number gpus;                           ///< that a node must have
  std::optional<Text> unit;              ///< of the result, or `any`; none where the program judges itself
  bool pairs = false;                    ///< two nodes at a time
  std::span<const Preset> presets = {};  ///< fields of the spec that it has, with what they are where nothing is said
  std::span<const std::string_view> needs = {};  ///< further ones, for which nothing can be said
  std::span<const Text> command = {};            ///< with `<FIELD>` in it; empty where only the spec knows it
};
std::span<const BenchmarkKind> benchmark_kinds();

/// What `floor: catalogue` of a benchmark is.
struct Floor {
  static constexpr std::string_view file = "schema/catalogue/benchmarks.yaml";
  std::string_view kind;
  std::string_view gpu;  ///< its type, with or without `PLATFORM/` before it
  Number gpus;           ///< of a node
  Text size;             ///< of the reduction
  Text floor;
};
std::span<const Floor> floors();

/// What may stand in sshd_config.
std::span<const std::string_view> sshd_keywords();

/// Ids of the checks that skiff-health has.
std::span<const std::string_view> health_checks();

/// A limit of skiff-health's, in general or for one model of GPU by the name that NVML gives.
struct Threshold {
  static constexpr std::string_view file = "schema/catalogue/health.yaml";
  std::string_view model;  ///< empty: of all
  std::string_view name;
  Number limit;
};
std::span<const Threshold> thresholds();

/// What a code of the driver's means, likewise.
struct Xid {
  enum class Level : std::uint8_t { ok, warn, critical };
  std::string_view model;
  int code;
  Level level;
};
std::span<const Xid> xids();

}  // namespace skiff::catalogue
