#include "benchmark/parse/parse.h"

namespace skiff::benchmark {

Reading parse_line(std::string_view text) {
  const auto found = after(text, "skiff-result:");
  if (found.empty()) return no_reading("no skiff-result: line in the output");
  if (found.size() > 1) return no_reading("more than one skiff-result: line in the output");
  const auto value = parse_quantity(found[0]);
  if (!value) return no_reading("malformed result: " + found[0]);
  return {value, false, {}};
}

}  // namespace skiff::benchmark
