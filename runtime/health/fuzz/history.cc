// Fuzzes the parsing of results that are kept as metrics, and of numbers with their units.
#include "benchmark/history.h"

#include "fuzz/claim.h"

using namespace skiff::benchmark;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  if (const auto quantity = parse_quantity(text)) {
    const auto again = parse_quantity(text_of(*quantity));
    fuzz::claim(again && again->unit == quantity->unit, "a printed quantity can be parsed and has the same unit");
  }
  const auto history = parse_metrics(text);
  if (!history) return 0;
  const std::string written = metrics(*history, "b");
  const auto again = parse_metrics(written);
  fuzz::claim(again && metrics(*again, "b") == written, "a written history is read back unchanged");
  fuzz::claim(last_tried(*again) == last_tried(*history), "the time of the last try is kept");
  return 0;
}
