#include "lower/slurm/restart.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "embedded/files.h"
#include "plan/owned.h"
#include "text/hash.h"

namespace skiff {
namespace {

/// The next field of a line of tab-separated values.
std::string_view next(std::string_view& line, char end) {
  const std::size_t at = line.find(end);
  const std::string_view field = line.substr(0, at);
  line.remove_prefix(at == std::string_view::npos ? line.size() : at + 1);
  return field;
}

/// What a row of the table names: a key of the lines that start with `line`, or of any line where that is `-`.
struct Row {
  std::string_view line;
  std::string_view key;
};

/// The rows of one file that restart slurmctld at one release. Columns: file, line (the first key of lines such as
/// NodeName=, or `-`), key, effect, since, removed, source.
std::vector<Row> rows_of(std::string_view file, Version slurm) {
  std::vector<Row> rows;
  std::string_view table = files::schema_slurm_restart_tsv.text;
  while (!table.empty()) {
    std::string_view row = next(table, '\n');
    std::array<std::string_view, 6> field;
    for (auto& text : field) text = next(row, '\t');
    if (field[0] != file || (field[3] != "slurmctld" && field[3] != "all")) continue;
    if (slurm < parse_version(field[4]) || (field[5] != "-" && slurm >= parse_version(field[5]))) continue;
    rows.push_back({field[1], field[2]});
  }
  return rows;
}

bool needs_restart(const std::vector<Row>& rows, const ConfLine& line) {
  const std::string& first = line.parameters[0].key;
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
    if (row.line == "-") return same_key(row.key, first);
    return same_key(row.line, first) &&
           std::any_of(line.parameters.begin(), line.parameters.end(),
                       [&](const Parameter& parameter) { return same_key(row.key, parameter.key); });
  });
}

void append(std::string& text, Origin& origin, const ConfLine& line) {
  for (const Parameter& parameter : line.parameters) {
    text += parameter.key + "=" + parameter.value + "\n";
    origin |= parameter.origin;
  }
}

}  // namespace

Tracked<std::string> restart_hash(const std::vector<const Conf*>& confs, Version slurm) {
  std::string text;
  Origin origin;
  for (const Conf* conf : confs) {
    const std::vector<Row> rows = rows_of(conf->name, slurm);
    for (const ConfLine& line : conf->lines)
      if (needs_restart(rows, line)) append(text, origin, line);
  }
  return {hex(xxh3(text)), origin};
}

Tracked<std::string> content_hash(const Conf& conf) {
  std::string text;
  Origin origin;
  for (const ConfLine& line : conf.lines) append(text, origin, line);
  return {hex(xxh3(text)), origin};
}

}  // namespace skiff
