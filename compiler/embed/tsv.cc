#include "embed/tsv.h"

#include "text/split.h"

namespace skiff::embed {

std::vector<TsvRow> tsv_rows(const Source& source, const std::vector<std::string>& columns) {
  std::vector<TsvRow> rows;
  for (std::string_view rest = source.text; !rest.empty();) {
    const auto at = static_cast<std::uint32_t>(source.text.size() - rest.size());
    TsvRow row{&source, at, {}};
    for (const std::string_view cell : Parts(take_until(rest, '\n'), '\t')) row.cells.emplace_back(cell);
    if (row.cells.size() != columns.size()) row.fail("a row must have " + std::to_string(columns.size()) + " cells");
    if (at == 0 && row.cells != columns) row.fail("the columns differ from those that compiler/embed expects");
    if (at != 0) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace skiff::embed
