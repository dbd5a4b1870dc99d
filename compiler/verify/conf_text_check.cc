#include <algorithm>
#include <unordered_map>

#include "text/ascii.h"
#include "text/quote.h"
#include "verify/checks.h"
#include "verify/conf_lines.h"
#include "verify/conf_text.h"
#include "verify/report.h"

namespace skiff {
void check_conf_text(const OutputConf& file, Diagnostics& out) {
  const ParsedConf parsed = parse_conf(file.text);
  const auto say = [&](std::uint32_t line, const Origin& origin, std::string message) {
    report(out, "SKF456", Problem::invalid, std::string(file.path) + ':' + std::to_string(line), origin, "",
           std::move(message));
  };
  for (const auto& [number, message] : parsed.errors) say(number, {}, message);
  std::unordered_map<std::string, std::vector<const ParsedLine*>> read;
  for (const ParsedLine& line : parsed.lines) read[to_lower(line.parameters.front().first)].push_back(&line);
  std::unordered_map<std::string, std::size_t> next;
  for (const ConfLine& line : file.conf->lines) {
    if (line.parameters.empty()) continue;
    const Parameter& first = line.parameters.front();
    const std::string key = to_lower(first.key);
    const auto found = read.find(key);
    const std::size_t at = next[key]++;
    if (found == read.end() || at >= found->second.size()) {
      say(0, first.origin, "the text has no line with " + quote(first.key + '=' + first.value));
      continue;
    }
    const ParsedLine& twin = *found->second[at];
    const bool same =
        std::equal(line.parameters.begin(), line.parameters.end(), twin.parameters.begin(), twin.parameters.end(),
                   [](const Parameter& a, const auto& b) { return a.key == b.first && unquoted(a.value) == b.second; });
    if (!same)
      say(twin.number, first.origin,
          "Slurm reads this line differently than the intended " + quote(first.key + '=' + first.value));
  }
  for (const auto& [key, lines] : read) {
    if (const std::size_t meant = next.contains(key) ? next.at(key) : 0; lines.size() > meant) {
      say(lines[meant]->number, {}, "the text has an unintended line");
    }
  }
}

}  // namespace skiff
