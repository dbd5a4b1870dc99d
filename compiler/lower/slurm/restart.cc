#include "lower/slurm/restart.h"

#include <algorithm>
#include <vector>

#include "plan/owned.h"
#include "text/hash.h"

namespace skiff {
namespace {

bool is_in(const RestartRow& row, Version slurm) {
  return slurm >= row.since && (row.removed == Version{} || slurm < row.removed);
}

/// The rows of one file whose parameters need a restart of slurmctld in one release.
std::vector<RestartRow> rows_of(std::string_view file, Version slurm) {
  using Effect = RestartRow::Effect;
  std::vector<RestartRow> rows;
  for (const RestartRow& row : restart_rows()) {
    const bool slurmctld =
        row.effect == Effect::slurmctld || row.effect == Effect::all || row.effect == Effect::together;
    if (row.file == file && slurmctld && is_in(row, slurm)) rows.push_back(row);
  }
  return rows;
}

bool needs_restart(const std::vector<RestartRow>& rows, const ConfLine& line) {
  const std::string& first = line.parameters[0].key;
  return std::any_of(rows.begin(), rows.end(), [&](const RestartRow& row) {
    if (row.line.empty()) return same_key(row.key, first);
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
    const std::vector<RestartRow> rows = rows_of(conf->name, slurm);
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

const RestartRow* restart_row(std::string_view file, std::string_view first, std::string_view key, Version slurm) {
  const auto is = [](std::string_view wanted, std::string_view actual) {
    return wanted == "*" || same_key(wanted, actual);
  };
  for (const RestartRow& row : restart_rows()) {
    if (row.file != file || !is_in(row, slurm)) continue;
    // A row without a line is about whole lines: NodeName is the key with which the line begins.
    if (row.line.empty() ? is(row.key, first) : is(row.line, first) && is(row.key, key)) return &row;
  }
  return nullptr;
}

}  // namespace skiff
