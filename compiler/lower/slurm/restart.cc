#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "embedded/files.h"
#include "lower/slurm/owned.h"
#include "lower/slurm/restart.h"

namespace skiff {
namespace {

/// The next field of a line of tab-separated values.
std::string_view next(std::string_view& line, char end) {
  const std::size_t at = line.find(end);
  const std::string_view field = line.substr(0, at);
  line.remove_prefix(at == std::string_view::npos ? line.size() : at + 1);
  return field;
}

/// Columns: file, line (the first key of lines such as NodeName=, or `-`), key, effect, since, removed, source.
bool needs_restart(std::string_view file, std::string_view line, std::string_view key, Version slurm) {
  std::string_view table = files::schema_slurm_restart_tsv.text;
  while (!table.empty()) {
    std::string_view row = next(table, '\n');
    std::array<std::string_view, 6> field;
    for (auto& text : field) text = next(row, '\t');
    if (field[0] != file || !same_key(field[1], line) || !same_key(field[2], key)) continue;
    if (field[3] != "slurmctld" && field[3] != "all") continue;
    if (slurm < parse_version(field[4]) || (field[5] != "-" && slurm >= parse_version(field[5]))) continue;
    return true;
  }
  return false;
}

std::string hex(XXH64_hash_t hash) {
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) text[static_cast<std::size_t>(i)] = "0123456789abcdef"[hash & 15];
  return text;
}

bool needs_restart(std::string_view file, const ConfLine& line, Version slurm) {
  const std::string& first = line.parameters[0].key;
  return needs_restart(file, "-", first, slurm) ||
         std::any_of(line.parameters.begin(), line.parameters.end(),
                     [&](const Parameter& parameter) { return needs_restart(file, first, parameter.key, slurm); });
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
    const std::string_view file = std::string_view(conf->path).substr(conf->path.rfind('/') + 1);
    for (const ConfLine& line : conf->lines)
      if (needs_restart(file, line, slurm)) append(text, origin, line);
  }
  return {hex(XXH3_64bits(text.data(), text.size())), origin};
}

Tracked<std::string> content_hash(const Conf& conf) {
  std::string text;
  Origin origin;
  for (const ConfLine& line : conf.lines) append(text, origin, line);
  return {hex(XXH3_64bits(text.data(), text.size())), origin};
}

}  // namespace skiff
