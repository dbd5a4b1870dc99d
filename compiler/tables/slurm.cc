#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "tables/tables.h"
#include "text/ascii.h"

namespace skiff {
namespace {

// 230201 for 23.02.1; 0 for "-".
std::string release(const std::string& text) {
  if (text == "-") return "0";
  int major = 0, minor = 0, micro = 0;
  char dot = 0, dot2 = 0;
  std::istringstream stream(text);
  if (!(stream >> major >> dot >> minor >> dot2 >> micro) || dot != '.' || dot2 != '.')
    throw std::runtime_error("not a release of Slurm: " + text);
  return std::to_string(major * 10000 + minor * 100 + micro);
}

std::string type_name(const std::string& type) {
  static const std::map<std::string, std::string> names = {
      {"string", "text"},   {"boolean", "boolean"}, {"uint16", "uint16"}, {"uint32", "uint32"},
      {"uint64", "uint64"}, {"float", "real"},      {"array", "array"},   {"line", "line"}};
  const auto found = names.find(type);
  // The rest stands in YAML files, which have their own parser.
  return found == names.end() ? "other" : found->second;
}

// The rows below the header line, each of `N` cells, sorted by file, line and key; "-" for the line becomes "".
template <std::size_t N>
std::vector<std::array<std::string, N>> sorted_rows(const std::string& tsv) {
  std::istringstream lines(tsv);
  std::string line;
  std::vector<std::array<std::string, N>> rows;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::array<std::string, N> row;
    std::istringstream cells(line);
    for (std::string& cell : row) {
      if (!std::getline(cells, cell, '\t')) throw std::runtime_error("a row has too few cells: " + line);
    }
    if (row[0] == "file") continue;
    if (row[1] == "-") row[1].clear();
    rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::tuple(a[0], to_lower(a[1]), to_lower(a[2])) < std::tuple(b[0], to_lower(b[1]), to_lower(b[2]));
  });
  return rows;
}

std::string source_name(const std::string& source) {
  for (const char* known : {"code", "man page", "plugins"}) {
    if (source == known) return source == "man page" ? "man_page" : source;
  }
  throw std::runtime_error("no source of values: " + source);
}

std::string kind_flag(const std::string& kind) {
  if (kind != "one" && kind != "list") throw std::runtime_error("no kind of values: " + kind);
  return kind == "list" ? "true" : "false";
}

}  // namespace

std::string slurm_source(const std::string& parameters, const std::string& values) {
  std::string text =
      "// Made by skiff_tables from schema/slurm/parameters.tsv and values.tsv.\n\n#include \"verify/tables.h\"\n\n"
      "namespace skiff {\nnamespace {\n\nusing Type = SlurmParameter::Type;\nusing Source = SlurmValue::Source;\n\n"
      "constexpr SlurmParameter parameters[] = {\n";
  for (const auto& [file, group, key, type, since, defunct, removed] : sorted_rows<7>(parameters)) {
    text += "    {\"" + file + "\", \"" + group + "\", \"" + key + "\", Type::" + type_name(type) + ", " +
            release(since) + ", " + release(defunct) + ", " + release(removed) + "},\n";
  }
  text += "};\n\nconstexpr SlurmValue values[] = {\n";
  for (const auto& [file, group, key, value, kind, since, removed, source] : sorted_rows<8>(values)) {
    text += "    {\"" + file + "\", \"" + group + "\", \"" + key + "\", \"" + value + "\", " + kind_flag(kind) +
            ", Source::" + source_name(source) + ", " + release(since) + ", " + release(removed) + "},\n";
  }
  return text +
         "};\n\n}  // namespace\n\nstd::span<const SlurmParameter> slurm_parameters() { return parameters; }\n"
         "std::span<const SlurmValue> slurm_values() { return values; }\n\n}  // namespace skiff\n";
}

}  // namespace skiff
