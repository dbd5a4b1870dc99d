#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark/kind.h"
#include "benchmark/quantity.h"

namespace skiff::benchmark {

/// What a program's output says. Exactly one is set: a value; `good`, if the program itself decides what passes; a
/// fault.
struct Reading {
  std::optional<Quantity> value;
  bool good = false;
  std::string fault;    ///< what is wrong with the node or the output; used in the drain reason
  bool failed = false;  ///< the fault is a result: the program ran to its end and says that the node is bad
};

inline Reading reading(double value, const char* unit) { return {Quantity{value, unit}, false, {}}; }
inline Reading no_reading(std::string fault) { return {{}, false, std::move(fault)}; }
inline Reading failed_reading(std::string fault) { return {{}, false, std::move(fault), true}; }

/// The lines that begin with `head`, each without `head` and without whitespace at both ends.
std::vector<std::string> after(std::string_view text, std::string_view head);

/// nccl-tests' all_reduce_perf: one table of results, `# Out of bounds values : 0 OK`, one `# Avg bus bandwidth    :
/// X`. GB/s.
Reading parse_nccl(std::string_view text);
/// `dcgmi diag -j` of DCGM 3 and 4: good if every test that ran has passed. A warning counts as a pass.
Reading parse_dcgm(std::string_view text);
/// STREAM: one line of Triad and `Solution Validates`. GB/s of 10^9 bytes. `Failed Validation` is a failed result.
Reading parse_stream(std::string_view text);
/// `fio --output-format=json` with one job that only reads or only writes. GB/s of 10^9 bytes.
Reading parse_fio(std::string_view text);
/// A program of the site: exactly one line `skiff-result: NUMBER UNIT`.
Reading parse_line(std::string_view text);

/// Calls the parser for this kind. Strict: a result that is missing, cut off, duplicated or not a number is a fault,
/// never a pass.
Reading parse(Kind kind, std::string_view text);

}  // namespace skiff::benchmark
