#include "benchmark/parse/parse.h"
#include "common/files.h"

namespace skiff::benchmark {

Reading parse_stream(std::string_view text) {
  // From STREAM 5.10, checkSTREAMresults: `Failed Validation on array a[], AvgRelAbsErr > epsilon (1.0e-13)`.
  if (const auto wrong = after(text, "Failed Validation on array "); !wrong.empty())
    return failed_reading("wrong values in array " + wrong[0].substr(0, wrong[0].find(',')));
  const auto triad = after(text, "Triad:");
  if (triad.empty()) return no_reading("no Triad: line in the output");
  if (triad.size() > 1) return no_reading("more than one result in the output");
  if (after(text, "Solution Validates").size() != 1) return no_reading("no Solution Validates line in the output");
  // Best rate in MB/s, then average, minimum and maximum time.
  const auto words = words_of(triad[0]);
  const auto rate = words.size() == 4 ? parse_decimal(words[0]) : std::nullopt;
  if (!rate) return no_reading("malformed result: " + triad[0]);
  return reading(*rate / 1000, "GB/s");
}

}  // namespace skiff::benchmark
