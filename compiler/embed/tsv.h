#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "embed/source.h"

namespace skiff::embed {

/// A line of tab-separated values. It must not outlive its source.
struct TsvRow {
  const Source* source;
  std::uint32_t at;  ///< offset at which it begins
  std::vector<std::string> cells;

  [[noreturn]] void fail(const std::string& message) const { source->fail({at, at}, message); }
};

/// The rows below the first line. Throws Fault if the first line does not name exactly `columns`, because rows are read
/// by the order of the columns.
std::vector<TsvRow> tsv_rows(const Source& source, const std::vector<std::string>& columns);

}  // namespace skiff::embed
