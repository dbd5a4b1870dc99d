#include "benchmark/kind.h"

#include <stdexcept>
#include <string>

#include "tree/catalogue.h"

namespace skiff::benchmark {

bool has_floor(Kind kind) {
  for (const catalogue::BenchmarkKind& known : catalogue::benchmark_kinds())
    if (known.name == name_of(kind)) return known.unit.has_value();
  throw std::logic_error("unknown benchmark kind: " + std::string(name_of(kind)));
}

}  // namespace skiff::benchmark
