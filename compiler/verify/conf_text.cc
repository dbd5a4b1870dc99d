#include "verify/conf_text.h"

#include <algorithm>

#include "lower/slurm/confs.h"
#include "text/ascii.h"
#include "text/quote.h"
#include "text/split.h"

namespace skiff {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_key(char c) { return is_alnum(c) || c == '_' || c == '.'; }

// Cuts a line at the first `#` that is not preceded by an odd number of backslashes.
std::string_view without_comment(std::string_view line) {
  std::size_t backslashes = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && backslashes % 2 == 0) return line.substr(0, i);
    backslashes = line[i] == '\\' ? backslashes + 1 : 0;
  }
  return line;
}

// True if the line ends with an odd number of backslashes, so the next line continues it.
bool is_continued(std::string_view line) {
  const std::size_t last = line.find_last_not_of('\\');
  const std::size_t backslashes = last == std::string_view::npos ? line.size() : line.size() - last - 1;
  return backslashes % 2 == 1;
}

std::string unescape(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && ++i == line.size()) break;
    text += line[i];
  }
  return text;
}

// Takes one value from the front of `rest`. Returns false if there is none.
bool take_value(std::string_view& rest, std::string_view& value) {
  if (!rest.empty() && rest.front() == '"') {
    const std::size_t end = rest.find('"', 1);
    if (end != std::string_view::npos && (end + 1 == rest.size() || is_space(rest[end + 1]))) {
      value = rest.substr(1, end - 1);
      rest.remove_prefix(end + 1);
      return true;
    }
  }
  std::size_t end = 0;
  while (end < rest.size() && !is_space(rest[end])) ++end;
  value = rest.substr(0, end);
  rest.remove_prefix(end);
  return end > 0;
}

void parse_line(std::string_view line, std::uint32_t number, ParsedConf& conf) {
  ParsedLine parsed{number, {}};
  for (;;) {
    while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
    if (line.empty()) break;
    std::size_t end = 0;
    while (end < line.size() && is_key(line[end])) ++end;
    const std::string_view key = line.substr(0, end);
    while (end < line.size() && is_space(line[end])) ++end;
    if (end < line.size() && std::string_view("-*+/").find(line[end]) != std::string_view::npos) ++end;
    std::string_view value;
    if (key.empty() || end == line.size() || line[end] != '=') {
      conf.errors.emplace_back(number, "cannot be parsed from " + quote(line.substr(0, 40)) + " on");
      break;
    }
    line.remove_prefix(end + 1);
    while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
    if (!take_value(line, value)) {
      conf.errors.emplace_back(number, std::string(key) + " has no value");
      break;
    }
    parsed.parameters.emplace_back(key, value);
  }
  if (!parsed.parameters.empty()) conf.lines.push_back(std::move(parsed));
}

}  // namespace

Conf read_conf(const std::string& name, const Tracked<std::string>& text) {
  Conf conf{.name = name, .path = "slurm/" + name, .why = text.origin};
  const ParsedConf parsed = parse_conf(*text);
  for (const ParsedLine& line : parsed.lines) {
    ConfLine& typed = conf.lines.emplace_back();
    for (const auto& [key, value] : line.parameters)
      typed.parameters.push_back({std::string(key), quoted_if_needed(std::string(value)), text.origin});
  }
  return conf;
}

ParsedConf parse_conf(std::string_view text) {
  ParsedConf conf;
  std::string joined;
  std::uint32_t number = 0, begin = 0;
  while (!text.empty()) {
    std::string_view line = without_comment(take_until(text, '\n'));
    ++number;
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
    if (joined.empty()) begin = number;
    if (is_continued(line)) {
      joined += line.substr(0, line.size() - 1);
      continue;
    }
    if (!joined.empty()) {
      line = conf.unescaped.emplace_back(joined.append(line));
      joined.clear();
    }
    if (line.find('\\') != std::string_view::npos) line = conf.unescaped.emplace_back(unescape(line));
    parse_line(line, begin, conf);
  }
  return conf;
}

}  // namespace skiff
