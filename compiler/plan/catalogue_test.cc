#include "plan/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "check/schema.h"

namespace skiff {
namespace {

const Schema& below(const Schema& schema, std::string_view name) { return *schema.property(name)->schema; }

// `resolve` relies on these properties of an entry.
TEST(PlanCatalogue, HardwareIsComplete) {
  ASSERT_GT(catalogue::hardware().size(), 20u);
  for (const catalogue::Hardware& entry : catalogue::hardware()) {
    EXPECT_NE(entry.cpus.has_value(), entry.sockets && entry.cores_per_socket && entry.threads_per_core) << entry.name;
    const std::int64_t cpus =
        entry.cpus ? entry.cpus->value
                   : entry.sockets->value * entry.cores_per_socket->value * entry.threads_per_core->value;
    EXPECT_TRUE(entry.pod_cpus.value >= 1 && entry.pod_cpus.value < cpus) << entry.name;
    EXPECT_EQ(entry.gpu_type.has_value(), entry.gpu_count.has_value()) << entry.name;
    EXPECT_TRUE(!entry.gpu_type || find_gpu_vendor(entry.gpu_type->value)) << entry.name;
    EXPECT_EQ(entry.rdma_resource.has_value(), entry.rdma_count.has_value()) << entry.name;
    EXPECT_EQ(entry.rdma_ports.has_value(), entry.rdma_rate.has_value()) << entry.name;
  }
}

TEST(PlanCatalogue, ValuesAreTracedToTheirLine) {
  const catalogue::Hardware* entry = find_hardware("dgx/h100");
  ASSERT_NE(entry, nullptr);
  const plan::Text memory = traced(entry->memory, entry->file);
  EXPECT_EQ(*memory, "1850Gi");
  ASSERT_EQ(memory.origin.sources().size(), 1u);
  EXPECT_EQ(memory.origin.sources()[0].kind, Source::Kind::catalogue);
  EXPECT_EQ(memory.origin.sources()[0].file, "schema/catalogue/hardware.yaml");
  EXPECT_GT(memory.origin.sources()[0].line, 30u);
  EXPECT_EQ(find_hardware("dgx/h101"), nullptr);
}

TEST(PlanCatalogue, AFloorOfThePlatformTakesPrecedence) {
  EXPECT_EQ(find_floor("nccl-pairs", "gke", "h200")->floor.value, "250 GB/s");
  EXPECT_EQ(find_floor("nccl-pairs", "eks", "h200")->floor.value, "440 GB/s");
  EXPECT_EQ(find_floor("nccl-all-reduce", "gke", "h200")->floor.value, "431 GB/s");
  EXPECT_EQ(find_floor("stream", "gke", "h200"), nullptr);
}

TEST(PlanCatalogue, HasEveryBenchmarkKindOfTheSchema) {
  const Schema& health = below(below(cluster_schema(), "spec"), "health");
  const auto listed = below(*below(health, "benchmarks").items, "kind").enumeration;
  EXPECT_TRUE(std::ranges::equal(catalogue::benchmark_kinds(), listed, {}, &catalogue::BenchmarkKind::name));
  for (const catalogue::BenchmarkKind& kind : catalogue::benchmark_kinds()) {
    // Each placeholder is a field that the kind has, or the GPUs of the node.
    for (const auto& [word, line] : kind.command) {
      const auto open = word.find('<');
      if (open == std::string_view::npos) continue;
      const std::string_view field = word.substr(open + 1, word.find('>') - open - 1);
      EXPECT_TRUE(field == "gpus" || has_field(kind, field)) << kind.name << ": " << word;
    }
    EXPECT_EQ(kind.command.empty(), has_field(kind, "command")) << kind.name;
  }
  for (const catalogue::Floor& floor : catalogue::floors())
    EXPECT_TRUE(benchmark_kind(floor.kind).unit) << floor.kind << " " << floor.gpu;
  EXPECT_THROW(benchmark_kind("nccl"), std::logic_error);
}

TEST(PlanCatalogue, KnowsTheKindOfDeviceOfEachResource) {
  using enum catalogue::Resource::Kind;
  for (const catalogue::GpuVendor& vendor : catalogue::gpu_vendors()) {
    const auto kind = resource_kind(vendor.resource.value);
    EXPECT_TRUE(kind == nvidia_gpu || kind == amd_gpu) << vendor.name;
  }
  for (const catalogue::Hardware& entry : catalogue::hardware()) {
    if (!entry.rdma_resource) continue;
    const auto kind = resource_kind(entry.rdma_resource->value);
    EXPECT_TRUE(kind == efa || kind == rdma) << entry.name;
  }
  EXPECT_EQ(resource_kind("example.com/fpga"), std::nullopt);
}

TEST(PlanCatalogue, FindsTheThresholdsForAllModels) {
  EXPECT_EQ(health_threshold("nvlinks"), 0);
  EXPECT_THROW(health_threshold("nvLinks"), std::logic_error);
  EXPECT_EQ(std::ranges::count(health_threshold_names(), "nvlinks"), 1);
}

}  // namespace
}  // namespace skiff
