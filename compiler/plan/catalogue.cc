#include "plan/catalogue.h"

#include <algorithm>
#include <stdexcept>

namespace skiff {
namespace {

template <class Row>
const Row* find(std::span<const Row> rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? nullptr : &*found;
}

template <class Row>
std::vector<std::string_view> names(std::span<const Row> rows) {
  std::vector<std::string_view> found;
  for (const Row& row : rows) found.push_back(row.name);
  return found;
}

const catalogue::Floor* floor_for(std::string_view kind, std::string_view gpu) {
  for (const catalogue::Floor& floor : catalogue::floors())
    if (floor.kind == kind && floor.gpu == gpu) return &floor;
  return nullptr;
}

}  // namespace

plan::Text traced(const catalogue::Text& value, std::string_view file) {
  return {std::string(value.value), Origin::catalogue(file, value.line)};
}

plan::Int traced(const catalogue::Number& value, std::string_view file) {
  return {value.value, Origin::catalogue(file, value.line)};
}

const catalogue::Hardware* find_hardware(std::string_view name) { return find(catalogue::hardware(), name); }

bool has_nvidia_gpus(const plan::NodeSet& set) {
  return set.gpus && resource_kind(*set.gpus->resource) == catalogue::Resource::Kind::nvidia_gpu;
}

const catalogue::GpuVendor* find_gpu_vendor(std::string_view type) {
  const catalogue::GpuType* known = find(catalogue::gpu_types(), type);
  return known ? find(catalogue::gpu_vendors(), known->vendor.value) : nullptr;
}

const catalogue::Floor* find_floor(std::string_view kind, std::string_view platform, std::string_view gpu_type) {
  const catalogue::Floor* own = floor_for(kind, std::string(platform) + "/" + std::string(gpu_type));
  return own ? own : floor_for(kind, gpu_type);
}

const catalogue::BenchmarkKind& benchmark_kind(std::string_view name) {
  const catalogue::BenchmarkKind* known = find(catalogue::benchmark_kinds(), name);
  if (!known) throw std::logic_error("unknown benchmark kind: " + std::string(name));
  return *known;
}

bool has_field(const catalogue::BenchmarkKind& kind, std::string_view field) {
  return preset(kind, field) || std::ranges::find(kind.needs, field) != kind.needs.end();
}

const catalogue::Text* preset(const catalogue::BenchmarkKind& kind, std::string_view field) {
  const auto found = std::ranges::find(kind.presets, field, &catalogue::BenchmarkKind::Preset::field);
  return found == kind.presets.end() ? nullptr : &found->value;
}

std::optional<catalogue::Resource::Kind> resource_kind(std::string_view resource) {
  const catalogue::Resource* known = find(catalogue::resources(), resource);
  return known ? std::optional(known->kind) : std::nullopt;
}

std::int64_t health_threshold(std::string_view name) {
  for (const catalogue::Threshold& threshold : catalogue::thresholds())
    if (threshold.model.empty() && threshold.name == name) return threshold.limit.value;
  throw std::logic_error("unknown limit: " + std::string(name));
}

std::vector<std::string_view> hardware_names() { return names(catalogue::hardware()); }
std::vector<std::string_view> gpu_type_names() { return names(catalogue::gpu_types()); }

std::vector<std::string_view> health_threshold_names() {
  std::vector<std::string_view> found;
  for (const catalogue::Threshold& threshold : catalogue::thresholds())
    if (threshold.model.empty()) found.push_back(threshold.name);
  return found;
}

}  // namespace skiff
