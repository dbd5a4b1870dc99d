#include <algorithm>
#include <map>

#include "embed/generate.h"
#include "embed/tsv.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff::embed {
namespace {

// The version of a cell such as 22.05.0, or {} for "-".
std::string version(const TsvRow& row, std::size_t column) {
  const std::string& cell = row.cells[column];
  if (cell == "-") return "{}";
  std::vector<int> numbers;
  for (const std::string_view part : Parts(cell, '.')) numbers.push_back(to_number<int>(part).value_or(-1));
  if (numbers.size() != 3 || std::ranges::count(numbers, -1) != 0 || numbers[2] != 0)
    row.fail("must be the first version of a release series: " + cell);
  return "{" + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + "}";
}

std::string readers(const TsvRow& row) {
  static const std::map<std::string_view, int> bits = {{"slurmctld", 1}, {"slurmd", 2}, {"login", 4}};
  int all = 0;
  for (const std::string_view part : Parts(row.cells[4], ',')) {
    const auto found = bits.find(part);
    if (found == bits.end()) row.fail("unknown reader: " + std::string(part));
    all |= found->second;
  }
  return std::to_string(all);
}

std::string yes(const TsvRow& row, std::size_t column) {
  if (row.cells[column] != "yes" && row.cells[column] != "no") row.fail("must be yes or no: " + row.cells[column]);
  return row.cells[column] == "yes" ? "true" : "false";
}

std::string name(const TsvRow& row, std::size_t column) {
  return literal(row.cells[column] == "-" ? "" : row.cells[column]);
}

}  // namespace

Generated generate_slurm_files(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.size() != 1) throw Fault("slurm_files: error: files.tsv is expected");
  const Source source = load_text(root, paths[0]);
  std::vector<std::string> rows;
  for (const TsvRow& row : tsv_rows(source, {"file", "parameter", "value", "needed", "readers", "sent", "clients",
                                             "since", "removed", "source"}))
    rows.push_back("{" + name(row, 0) + ", " + name(row, 1) + ", " + name(row, 2) + ", " + yes(row, 3) + ", " +
                   readers(row) + ", " + version(row, 5) + ", " + yes(row, 6) + ", " + version(row, 7) + ", " +
                   version(row, 8) + "}");
  return {.source = "#include \"plan/slurm_files.h\"\n\nnamespace skiff {\nnamespace {\n\n" +
                    array("SlurmFileRow", "rows", rows) +
                    "}  // namespace\n\n"
                    "std::span<const SlurmFileRow> slurm_file_rows() { return rows; }\n\n"
                    "}  // namespace skiff\n"};
}

Generated generate_slurm_plugins(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.size() != 1) throw Fault("slurm_plugins: error: plugins.tsv is expected");
  const Source source = load_text(root, paths[0]);
  std::vector<std::string> rows;
  for (const TsvRow& row : tsv_rows(source, {"release", "package", "plugin"})) {
    // Only slurmdbd has these plugins.
    if (row.cells[1] == "slurm-wlm-mysql-plugin") continue;
    std::vector<int> numbers;
    for (const std::string_view part : Parts(row.cells[0], '.')) numbers.push_back(to_number<int>(part).value_or(-1));
    if (numbers.size() != 2 || std::ranges::count(numbers, -1) != 0) row.fail("not a release: " + row.cells[0]);
    rows.push_back("{{" + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + "}, " +
                   literal(row.cells[2]) + "}");
  }
  return {.source = "#include \"verify/plugin_rows.h\"\n\nnamespace skiff {\nnamespace {\n\n" +
                    array("PluginRow", "rows", rows) +
                    "}  // namespace\n\n"
                    "std::span<const PluginRow> plugin_rows() { return rows; }\n\n"
                    "}  // namespace skiff\n"};
}

}  // namespace skiff::embed
