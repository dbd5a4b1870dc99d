#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "tree/catalogue.h"

namespace skiff {

/// A value of the catalogue's `file`, with its line as the origin.
plan::Text traced(const catalogue::Text& value, std::string_view file);
plan::Int traced(const catalogue::Number& value, std::string_view file);

/// True if the nodes have GPUs of NVIDIA.
bool has_nvidia_gpus(const plan::NodeSet& set);

// These return nullptr for a name that the catalogue does not have.
const catalogue::Hardware* find_hardware(std::string_view name);
/// The vendor of a gres type.
const catalogue::GpuVendor* find_gpu_vendor(std::string_view type);
/// The floor for a kind of benchmark and a type of GPU. An entry for this platform takes precedence over one for all.
const catalogue::Floor* find_floor(std::string_view kind, std::string_view platform, std::string_view gpu_type);
/// Throws std::logic_error for an unknown kind. A test checks that the table has every kind of the schema.
const catalogue::BenchmarkKind& benchmark_kind(std::string_view name);
/// True if a kind of benchmark has the field. Only for fields that not every kind has.
bool has_field(const catalogue::BenchmarkKind& kind, std::string_view field);
/// The default of a field for a kind; nullptr if the kind does not have the field, or has no default for it.
const catalogue::Text* preset(const catalogue::BenchmarkKind& kind, std::string_view field);
/// The kind of device behind an extended resource, if it is known.
std::optional<catalogue::Resource::Kind> resource_kind(std::string_view resource);
/// The limit for all GPU models. Throws std::logic_error for an unknown name.
std::int64_t health_threshold(std::string_view name);

std::vector<std::string_view> hardware_names();
std::vector<std::string_view> gpu_type_names();
std::vector<std::string_view> health_threshold_names();

}  // namespace skiff
