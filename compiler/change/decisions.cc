#include "change/decisions.h"

#include <algorithm>
#include <utility>

#include "provenance/origin.h"
#include "read/path.h"

namespace skiff::change {
namespace {

/// `spec`, `spec.nodeSets`, `spec.nodeSets[0]`, … up to the whole path.
std::vector<std::string_view> prefixes(std::string_view path) {
  std::vector<std::string_view> found;
  bool quoted = false;
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] == '"' && path[i - 1] != '\\') quoted = !quoted;
    if (!quoted && (path[i] == '.' || path[i] == '[')) found.push_back(path.substr(0, i));
  }
  found.push_back(path);
  return found;
}

}  // namespace

Decisions::Decisions(std::optional<SpecText> before, std::optional<SpecText> after) {
  if (before) before_.emplace(Spec{*before, LineTable(before->text)});
  if (after) after_.emplace(Spec{*after, LineTable(after->text)});
}

std::vector<Decision> Decisions::fields(const OutputLines& lines, const Spec& spec, const Spec* other) const {
  std::vector<Decision> found;
  if (!lines.file) return found;
  Origin origin;
  for (const std::uint32_t number : lines.numbers)
    if (number >= 1 && number <= lines.file->lines.size()) origin |= lines.file->lines[number - 1];
  for (const Source& source : origin.sources()) {
    if (source.kind != Source::Kind::spec) continue;
    std::string path = path_of(*spec.text.root, source.span);
    const Node* node = node_at(*spec.text.root, path);
    if (path.empty() || !node) continue;
    if (other) {
      // A part of the spec that the other one does not have is named as a whole.
      bool differs = false;
      for (const std::string_view prefix : prefixes(path)) {
        if (node_at(*other->text.root, prefix)) continue;
        path = prefix;
        node = node_at(*spec.text.root, path);
        differs = true;
        break;
      }
      const Node* same = differs ? nullptr : node_at(*other->text.root, path);
      if (!node || (same && same->kind == node->kind && same->text == node->text)) continue;
    }
    Decision decision{std::move(path), spec.text.name, spec.lines.place(node->span.begin), node->span};
    if (std::ranges::find(found, decision.field, &Decision::field) == found.end()) found.push_back(std::move(decision));
  }
  return found;
}

std::vector<Decision> Decisions::of(const OutputLines& before, const OutputLines& after) {
  const Spec* const old_spec = before_ ? &*before_ : nullptr;
  const Spec* const new_spec = after_ ? &*after_ : nullptr;
  std::vector<Decision> found;
  if (new_spec) found = fields(after, *new_spec, old_spec);
  // A field that is gone, or has its default again, is only in the old spec.
  if (found.empty() && old_spec) found = fields(before, *old_spec, new_spec);
  return found;
}

OutputLines Decisions::lines_of(const OutputFile* file, const Value* value) {
  if (!file || !value || file->lines.empty()) return {};
  const std::vector<Source> sources = value->origin.sources();
  if (sources.empty()) return {};
  const auto table = tables_.try_emplace(file, file->text).first;
  const Span span = sources.front().span;
  const std::uint32_t first = table->second.place(span.begin).line;
  const std::uint32_t last = table->second.place(std::max(span.begin, span.end == 0 ? 0 : span.end - 1)).line;
  OutputLines lines{file};
  for (std::uint32_t number = first; number <= last; ++number) lines.numbers.push_back(number);
  return lines;
}

}  // namespace skiff::change
