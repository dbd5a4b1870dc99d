#include <map>

#include "embed/generate.h"
#include "embed/tsv.h"
#include "text/number.h"

namespace skiff::embed {
namespace {

using Names = std::map<std::string, std::string>;

const std::string& named(const TsvRow& row, std::size_t column, const Names& names) {
  const auto found = names.find(row.cells[column]);
  if (found == names.end()) row.fail("unknown value in this column: " + row.cells[column]);
  return found->second;
}

// {1, 34} for "1.34"; {} for "-".
std::string version(const TsvRow& row, std::size_t column) {
  const std::string_view cell = row.cells[column];
  if (cell == "-") return "{}";
  const auto minor = cell.starts_with("1.") ? to_number<int>(cell.substr(2)) : std::nullopt;
  if (!minor) row.fail("not a minor version of Kubernetes: " + row.cells[column]);
  return "{1, " + std::to_string(*minor) + "}";
}

}  // namespace

Generated generate_immutable(const std::string& root, const std::vector<std::string>& paths) {
  static const Names hows = {{"any", "any"},         {"added", "added"}, {"removed", "removed"},
                             {"changed", "changed"}, {"grown", "grown"}, {"shrunk", "shrunk"}};
  static const Names effects = {{"refused", "refused"},
                                {"unknown", "unknown"},
                                {"live", "live"},
                                {"pods", "pods"},
                                {"next-run", "next_run"},
                                {"next-pod", "next_pod"},
                                {"fewer-pods", "fewer_pods"},
                                {"next-mount", "next_mount"},
                                {"retention", "retention"},
                                {"strategy", "strategy"},
                                {"expand", "expand"}};
  std::vector<std::string> rows;
  const Source source = load_text(root, paths.at(0));
  for (const TsvRow& row : tsv_rows(source, {"kind", "field", "how", "effect", "since", "removed", "source"}))
    rows.push_back("{" + literal(row.cells[0]) + ", " + literal(row.cells[1]) +
                   ", ImmutableRow::How::" + named(row, 2, hows) + ", ImmutableRow::Effect::" + named(row, 3, effects) +
                   ", " + version(row, 4) + ", " + version(row, 5) + "}");
  return {.source = "#include \"change/immutable_rows.h\"\n\nnamespace skiff::change {\nnamespace {\n\n" +
                    array("ImmutableRow", "rows", rows) +
                    "}  // namespace\n\nstd::span<const ImmutableRow> immutable_rows() { return rows; }\n\n"
                    "}  // namespace skiff::change\n"};
}

}  // namespace skiff::embed
