#pragma once

#include <string_view>

#include "common/spec_field.h"

namespace skiff::benchmark {

/// The kind of a benchmark decides which program runs, how its output is parsed, and whether a job uses one node or
/// two. The values are those of the schema, in the same order.
using Kind = fields::spec_health_benchmarks_kind;

constexpr std::string_view name_of(Kind kind) {
  return spec_field("spec.health.benchmarks[].kind").words[static_cast<std::size_t>(kind)];
}

/// False if the program itself decides whether a node passes (schema/catalogue/benchmarks.yaml). All other kinds return
/// a number that is compared with a floor.
bool has_floor(Kind kind);

}  // namespace skiff::benchmark
