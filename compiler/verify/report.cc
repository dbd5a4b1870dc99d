#include "verify/report.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/quote.h"

namespace skiff {
namespace {

bool is_plain_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return is_alnum(c) || c == '_'; });
}

bool find_path(const Value& at, const Value& target, std::string& path) {
  if (&at == &target) return true;
  const std::size_t size = path.size();
  for (const Member& member : at.members) {
    if (!is_plain_key(member.key)) {
      path += "[\"" + member.key.str() + "\"]";
    } else {
      path += (size > 0 ? "." : "") + member.key.str();
    }
    if (find_path(member.value, target, path)) return true;
    path.resize(size);
  }
  for (std::size_t i = 0; i < at.items.size(); ++i) {
    path += '[' + std::to_string(i) + ']';
    if (find_path(at.items[i], target, path)) return true;
    path.resize(size);
  }
  return false;
}

std::string shown(const Value& value) {
  switch (value.kind) {
    case Value::Kind::string:
      return quote(value.text);
    case Value::Kind::integer:
      return std::to_string(value.number);
    case Value::Kind::boolean:
      return value.number != 0 ? "true" : "false";
    default:
      return {};
  }
}

}  // namespace

Span spec_span(const Origin& origin) {
  for (const Source& source : origin.sources()) {
    if (source.kind == Source::Kind::spec) return source.span;
  }
  return {};
}

std::string path_within(const Value& root, const Value& target) {
  std::string path;
  find_path(root, target, path);
  return path;
}

void report(Diagnostics& out, std::string_view rule, Problem problem, std::string_view where, const Origin& origin,
            std::string value, std::string message, Severity severity) {
  if (problem == Problem::required) value.clear();
  message += " (" + std::string(where) + ')';
  out.push_back({rule, severity, problem, spec_span(origin), {}, std::move(value), one_line(message)});
}

void report(Diagnostics& out, std::string_view rule, Problem problem, const Item& item, const Value& at,
            std::string message, Severity severity) {
  std::string where(item.file);
  where += ": " + std::string(item.kind.empty() ? "object" : item.kind);
  if (!item.name.empty()) where += ' ' + std::string(item.name);
  const std::string path = path_within(*item.value, at);
  if (!path.empty()) where += ": " + path;
  report(out, rule, problem, where, at.origin, shown(at), std::move(message), severity);
}

void report(Diagnostics& out, std::string_view rule, Problem problem, const OutputSiteFile& file, Span at,
            std::string_view value, std::string message, Severity severity) {
  const auto line = 1 + std::count(file.text.begin(), file.text.begin() + at.begin, '\n');
  report(out, rule, problem, "slurm/" + std::string(file.name) + ':' + std::to_string(line), *file.origin,
         value.empty() ? "" : quote(value), std::move(message), severity);
}

}  // namespace skiff
