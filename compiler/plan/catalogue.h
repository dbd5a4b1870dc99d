#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "tree/catalogue.h"

namespace skiff {

/// A value of the catalogue's `file`, traced to its line.
plan::Text traced(const catalogue::Text& value, std::string_view file);
plan::Int traced(const catalogue::Number& value, std::string_view file);

// What is not in the catalogue is nullptr.
const catalogue::Hardware* find_hardware(std::string_view name);
/// Of a gres type.
const catalogue::GpuVendor* find_gpu_vendor(std::string_view type);
/// For a kind of benchmark and a type of GPU; what holds for one platform alone goes before.
const catalogue::Floor* find_floor(std::string_view kind, std::string_view platform, std::string_view gpu_type);
/// Throws std::logic_error for a kind that there is not: a test holds the table against the schema.
const catalogue::BenchmarkKind& benchmark_kind(std::string_view name);
/// Whether a kind of benchmark has a field that not every kind has.
bool has_field(const catalogue::BenchmarkKind& kind, std::string_view field);
/// What a field is where the spec does not say it; nullptr where the kind does not have it, or that can't be known.
const catalogue::Text* preset(const catalogue::BenchmarkKind& kind, std::string_view field);
/// What stands behind an extended resource, where that is known.
std::optional<catalogue::Resource::Kind> resource_kind(std::string_view resource);
/// A limit of all models; throws std::logic_error for a name that there is none of.
std::int64_t health_threshold(std::string_view name);

std::vector<std::string_view> hardware_names();
std::vector<std::string_view> gpu_type_names();
std::vector<std::string_view> health_threshold_names();

}  // namespace skiff
