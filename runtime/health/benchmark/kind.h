#pragma once

#include <string_view>

#include "common/spec_field.h"

namespace skiff::benchmark {

/// What a benchmark runs, and with it the form of its output and the nodes of one run: the schema's words, in its order.
using Kind = fields::spec_health_benchmarks_kind;

constexpr std::string_view name_of(Kind kind) {
  return spec_field("spec.health.benchmarks[].kind").words[static_cast<std::size_t>(kind)];
}

/// False where the program says itself what is good (schema/catalogue/benchmarks.yaml); all others give a number that a floor judges.
bool has_floor(Kind kind);

}  // namespace skiff::benchmark
