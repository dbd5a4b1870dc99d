#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "embed/source.h"

namespace skiff::embed {

/// A line of tab-separated values. It lives as long as its source.
struct TsvRow {
  const Source* source;
  std::uint32_t at;  ///< where it begins
  std::vector<std::string> cells;

  [[noreturn]] void fail(const std::string& message) const { source->fail({at, at}, message); }
};

/// The rows below the first line, which must name `columns`, as what is read of a row depends on their order.
std::vector<TsvRow> tsv_rows(const Source& source, const std::vector<std::string>& columns);

}  // namespace skiff::embed
