#include "verify/conf_lines.h"

#include <algorithm>
#include <array>

#include "text/quote.h"
#include "verify/report.h"
#include "verify/slurm_table.h"

namespace skiff {

std::string_view unquoted(std::string_view value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') return value.substr(1, value.size() - 2);
  return value;
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

const OutputConf* find_conf(const VerifyInput& input, std::string_view name) {
  for (const OutputConf& file : input.conf_files) {
    if (file.conf && file_name(file.path) == name) return &file;
  }
  return nullptr;
}

const Parameter* find_parameter(const ConfLine& line, std::string_view key) {
  for (const Parameter& parameter : line.parameters) {
    if (same_key(parameter.key, key)) return &parameter;
  }
  return nullptr;
}

const Parameter* find_parameter(const OutputConf* file, std::string_view key) {
  const Parameter* found = nullptr;
  if (!file) return found;
  for (const ConfLine& line : file->conf->lines) {
    if (!line.parameters.empty() && same_key(line.parameters.front().key, key)) found = &line.parameters.front();
  }
  return found;
}

std::string_view value_of(const OutputConf* file, std::string_view key, std::string_view otherwise) {
  const Parameter* parameter = find_parameter(file, key);
  return parameter ? unquoted(parameter->value) : otherwise;
}

bool is_yes(const OutputConf* file, std::string_view key) {
  constexpr std::array<std::string_view, 4> words = {"yes", "true", "up", "1"};
  return std::ranges::any_of(
      words, [&](std::string_view word) { return compare_words(value_of(file, key, "no"), word) == 0; });
}

const Parameter* NamedLine::find(std::string_view key) const {
  const Parameter* own = find_parameter(*line, key);
  return own || !preset ? own : find_parameter(*preset, key);
}

std::vector<NamedLine> lines_of(const OutputConf* file, std::string_view key) {
  std::vector<NamedLine> found;
  const ConfLine* preset = nullptr;
  if (!file) return found;
  for (const ConfLine& line : file->conf->lines) {
    if (line.parameters.empty() || !same_key(line.parameters.front().key, key)) continue;
    if (same_key(line.parameters.front().value, "DEFAULT")) {
      preset = &line;
    } else {
      found.push_back({&line, preset});
    }
  }
  return found;
}

void report(Diagnostics& out, std::string_view rule, Problem problem, const OutputConf& file,
            const Parameter& parameter, std::string message, Severity severity) {
  report_item(out, rule, problem, file, parameter, parameter.value, std::move(message), severity);
}

void report_item(Diagnostics& out, std::string_view rule, Problem problem, const OutputConf& file,
                 const Parameter& parameter, std::string_view item, std::string message, Severity severity) {
  const std::string where = std::string(file.path) + ": " + parameter.key;
  report(out, rule, problem, where, parameter.blamed(), quote(item), std::move(message), severity);
}

}  // namespace skiff
