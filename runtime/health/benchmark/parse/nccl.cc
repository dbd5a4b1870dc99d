#include "benchmark/parse/parse.h"
#include "common/files.h"

namespace skiff::benchmark {
namespace {

// `8589934592 2147483648 float sum -1 37063 231.77 405.59 0 36973 232.33 406.58 0` (nccl-tests, src/common.cu,
// all_reduce.cu): size, count, type, redop, root, then time, algbw, busbw and #wrong, out of place and in place.
bool is_row(const std::vector<std::string>& words) {
  return words.size() == 13 && parse_decimal(words[0]) && parse_decimal(words[1]) && parse_decimal(words[7]) &&
         parse_decimal(words[11]);
}

// A line that begins with a number but is not a complete row: mixed output of several programs, or output that is cut
// off.
bool is_broken_row(const std::vector<std::string>& words) {
  return words.size() > 2 && parse_decimal(words[0]) && !is_row(words);
}

}  // namespace

Reading parse_nccl(std::string_view text) {
  std::size_t rows = 0;
  for (const auto& line : lines_of(text)) {
    const auto words = words_of(line, " \t\r");
    rows += is_row(words);
    if (is_broken_row(words)) return no_reading("a broken line in the table of results");
  }
  const auto bounds = after(text, "# Out of bounds values :");
  const auto average = after(text, "# Avg bus bandwidth    :");
  if (bounds.size() > 1 || average.size() > 1) return no_reading("more than one result in the output");
  if (bounds.size() == 1 && !bounds[0].ends_with(" OK")) return no_reading("wrong sums: " + bounds[0]);
  if (average.empty()) return no_reading(rows ? "the output is cut off" : "no Avg bus bandwidth line in the output");
  if (rows == 0) return no_reading("no table of results in the output");
  if (bounds.empty()) return no_reading("the output does not report whether the sums are correct");
  const auto words = words_of(average[0]);
  // If NCCL_TESTS_MIN_BW is set, OK or FAILED follows.
  const bool plain = words.size() == 1 || (words.size() == 2 && words[1] == "OK");
  const auto value = plain ? parse_decimal(words[0]) : std::nullopt;
  if (!value) return no_reading("malformed result: " + average[0]);
  return reading(*value, "GB/s");
}

}  // namespace skiff::benchmark
