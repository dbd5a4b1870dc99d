#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "embed/generate.h"
#include "embed/tsv.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff::embed {
namespace {

using Names = std::map<std::string, std::string>;

struct Release {
  int major = 0, minor = 0, micro = 0;
};

// The release in a cell. All numbers are zero for "-".
Release release(const TsvRow& row, std::size_t column) {
  if (row.cells[column] == "-") return {};
  std::vector<int> numbers;
  for (const std::string_view part : Parts(row.cells[column], '.'))
    numbers.push_back(to_number<int>(part).value_or(-1));
  if (numbers.size() != 3 || std::ranges::count(numbers, -1) != 0)
    row.fail("not a release of Slurm: " + row.cells[column]);
  return {numbers[0], numbers[1], numbers[2]};
}

// 230201 for 23.02.1; 0 for "-".
std::string number(const TsvRow& row, std::size_t column) {
  const auto [major, minor, micro] = release(row, column);
  return std::to_string(major * 10000 + minor * 100 + micro);
}

std::string named(const TsvRow& row, std::size_t column, const Names& names) {
  const auto found = names.find(row.cells[column]);
  if (found == names.end()) row.fail("unknown value in this column: " + row.cells[column]);
  return found->second;
}

// File, line and key, with which the rows of each table begin. The line "-", which means the top level, becomes "".
std::string place(const TsvRow& row) {
  return literal(row.cells[0]) + ", " + literal(row.cells[1] == "-" ? "" : row.cells[1]) + ", " + literal(row.cells[2]);
}

// Sorted as the binary searches of the compiler need it.
std::vector<TsvRow> sorted(std::vector<TsvRow> rows) {
  const auto key = [](const TsvRow& row) {
    return std::tuple(row.cells[0], row.cells[1] == "-" ? "" : to_lower(row.cells[1]), to_lower(row.cells[2]));
  };
  std::ranges::stable_sort(rows, {}, key);
  return rows;
}

std::string parameters(const Source& source) {
  std::vector<std::string> rows;
  for (const TsvRow& row :
       sorted(tsv_rows(source, {"file", "line", "key", "type", "since", "defunct_since", "removed"}))) {
    static const Names types = {{"string", "text"},
                                {"boolean", "boolean"},
                                {"uint16", "uint16"},
                                {"uint32", "uint32"},
                                {"uint64", "uint64"},
                                {"float", "real"},
                                {"array", "array"},
                                {"line", "line"},
                                {"object", "object"},
                                {"list:object", "list"},
                                {"list:int32", "list"},
                                {"boolean|object", "boolean_or_object"},
                                {"string|list:string", "text_or_list"}};
    rows.push_back("{" + place(row) + ", SlurmParameter::Type::" + named(row, 3, types) + ", " + number(row, 4) + ", " +
                   number(row, 5) + ", " + number(row, 6) + "}");
  }
  return array("SlurmParameter", "parameters", rows);
}

std::string values(const Source& source) {
  static const Names sources = {
      {"code", "code"}, {"man page", "man_page"}, {"parser", "parser"}, {"plugins", "plugins"}};
  static const Names is_list = {{"one", "false"}, {"list", "true"}};
  std::vector<std::string> rows;
  for (const TsvRow& row :
       sorted(tsv_rows(source, {"file", "line", "key", "value", "kind", "since", "removed", "source"})))
    rows.push_back("{" + place(row) + ", " + literal(row.cells[3]) + ", " + named(row, 4, is_list) +
                   ", SlurmValue::Source::" + named(row, 7, sources) + ", " + number(row, 5) + ", " + number(row, 6) +
                   "}");
  return array("SlurmValue", "values", rows);
}

// The ends of a range such as "1..100". A missing start is 0, a missing end the largest std::int64_t. Returns false if
// the text is not a range.
bool range(const std::string& text, std::string& ends) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) return false;
  const auto end = [&](std::string_view digits, std::string open) {
    const std::optional<std::int64_t> number = to_number(digits);
    return digits.empty() ? std::move(open) : number ? std::to_string(*number) : std::string();
  };
  const std::string least = end(std::string_view(text).substr(0, dots), "0");
  const std::string most = end(std::string_view(text).substr(dots + 2), "INT64_MAX");
  ends = least + ", " + most;
  return !least.empty() && !most.empty();
}

std::string forms(const Source& source) {
  static const Names kinds = {{"refused", "refused"},
                              {"ignored", "ignored"},
                              {"time", "time"},
                              {"period", "period"},
                              {"minutes", "minutes"},
                              {"idle", "idle"},
                              {"none", "none"},
                              {"plugin", "plugin"},
                              {"level", "level"},
                              {"rlimits", "rlimits"},
                              {"ports", "ports"},
                              {"port-range", "port_range"},
                              {"licenses", "licenses"},
                              {"weights", "weights"},
                              {"tres", "tres"},
                              {"path", "path"},
                              {"paths", "paths"},
                              {"frequency", "frequency"},
                              {"exit-codes", "exit_codes"},
                              {"cpus", "cpus"},
                              {"share", "share"},
                              {"purge", "purge"},
                              {"memory", "memory"},
                              {"storage", "storage"},
                              {"text", "text"},
                              {"percent", "percent"},
                              {"users", "users"},
                              {"features", "features"},
                              {"gpu-frequency", "gpu_frequency"},
                              {"buffer-size", "buffer_size"},
                              {"buffer-pools", "buffer_pools"},
                              {"slice", "slice"}};
  std::vector<std::string> rows;
  for (const TsvRow& row :
       sorted(tsv_rows(source, {"file", "line", "key", "word", "form", "since", "removed", "source"}))) {
    std::string ends = "0, 0";
    const bool words = row.cells[4].find_first_of("|/") != std::string::npos || row.cells[4].ends_with(",...");
    const std::string kind = words ? "words" : range(row.cells[4], ends) ? "number" : named(row, 4, kinds);
    rows.push_back("{" + place(row) + ", " + literal(row.cells[3] == "-" ? "" : row.cells[3]) +
                   ", SlurmForm::Kind::" + kind + ", " + ends + ", " + literal(words ? row.cells[4] : "") + ", " +
                   number(row, 5) + ", " + number(row, 6) + "}");
  }
  return array("SlurmForm", "forms", rows);
}

std::string companions(const Source& source) {
  static const Names relations = {
      {"needs", "needs"}, {"excludes", "excludes"}, {"named-in", "named_in"}, {"once", "once"}};
  std::vector<std::string> rows;
  for (const TsvRow& row :
       sorted(tsv_rows(source, {"file", "line", "key", "word", "relation", "other_file", "other_line", "other_key",
                                "other_word", "since", "removed", "source"}))) {
    const auto text = [&](std::size_t column) { return literal(row.cells[column] == "-" ? "" : row.cells[column]); };
    rows.push_back("{" + place(row) + ", " + text(3) + ", SlurmCompanion::Relation::" + named(row, 4, relations) +
                   ", " + text(5) + ", " + text(6) + ", " + text(7) + ", " + text(8) + ", " + number(row, 9) + ", " +
                   number(row, 10) + "}");
  }
  return array("SlurmCompanion", "companions", rows);
}

// A version of two numbers, like the target. Other versions are errors.
std::string version(const TsvRow& row, std::size_t column) {
  const auto [major, minor, micro] = release(row, column);
  if (micro != 0) row.fail("must be the first version of a release series: " + row.cells[column]);
  return "{" + std::to_string(major) + ", " + std::to_string(minor) + "}";
}

std::string restarts(const Source& source) {
  static const Names effects = {{"never", "never"},   {"slurmctld", "slurmctld"},
                                {"slurmd", "slurmd"}, {"slurmdbd", "slurmdbd"},
                                {"all", "all"},       {"together", "together"}};
  std::vector<std::string> rows;
  for (const TsvRow& row : tsv_rows(source, {"file", "line", "key", "effect", "since", "removed", "source"}))
    rows.push_back("{" + place(row) + ", RestartRow::Effect::" + named(row, 3, effects) + ", " + version(row, 4) +
                   ", " + version(row, 5) + "}");
  return array("RestartRow", "restarts", rows);
}

}  // namespace

Generated generate_slurm(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.size() != 5)
    throw Fault("slurm: error: companions.tsv, forms.tsv, parameters.tsv, restart.tsv and values.tsv are expected");
  return {
      .source =
          "#include \"lower/slurm/restart_rows.h\"\n#include \"verify/tables.h\"\n\nnamespace skiff {\nnamespace {\n\n" +
          companions(load_text(root, paths[0])) + forms(load_text(root, paths[1])) +
          parameters(load_text(root, paths[2])) + restarts(load_text(root, paths[3])) +
          values(load_text(root, paths[4])) +
          "}  // namespace\n\n"
          "std::span<const SlurmCompanion> slurm_companions() { return companions; }\n"
          "std::span<const SlurmForm> slurm_forms() { return forms; }\n"
          "std::span<const SlurmParameter> slurm_parameters() { return parameters; }\n"
          "std::span<const RestartRow> restart_rows() { return restarts; }\n"
          "std::span<const SlurmValue> slurm_values() { return values; }\n\n"
          "}  // namespace skiff\n"};
}

}  // namespace skiff::embed
