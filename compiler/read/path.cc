#include "read/path.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/number.h"

namespace skiff {
namespace {

bool covers(Span outer, Span inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }

bool is_identifier(std::string_view key) {
  const auto letter = [](char c) { return is_letter(c) || c == '_'; };
  return !key.empty() && letter(key[0]) &&
         std::all_of(key.begin(), key.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

void append_key(std::string& path, std::string_view key) {
  if (is_identifier(key)) {
    if (!path.empty()) path += '.';
    path += key;
    return;
  }
  path += "[\"";
  for (const char c : key) {
    if (c == '"' || c == '\\') path += '\\';
    path += c;
  }
  path += "\"]";
}

void append_index(std::string& path, std::size_t index) { path += '[' + std::to_string(index) + ']'; }

// Reads `["a b"]`, `[3]` or `[]` at the start of `path` and removes it.
std::optional<PathStep> take_bracket(std::string_view& path) {
  PathStep step;
  path.remove_prefix(1);
  if (path.starts_with('"')) {
    std::size_t at = 1;
    for (; at < path.size() && path[at] != '"'; ++at) {
      if (path[at] == '\\' && at + 1 < path.size()) ++at;
      step.key += path[at];
    }
    path.remove_prefix(std::min(at + 1, path.size()));
  } else {
    step.item = true;
    step.index = take_number<std::size_t>(path);
  }
  if (!path.starts_with(']')) return std::nullopt;
  path.remove_prefix(1);
  return step;
}

}  // namespace

std::string path_of(const Node& root, Span span) {
  std::string path;
  const Node* node = &root;
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (const Entry& entry : node->entries) {
      const bool in_value = covers(entry.value.span, span);
      if (!in_value && !covers(entry.key.span, span)) continue;
      append_key(path, entry.key.text);
      node = &entry.value;
      deeper = in_value;
      break;
    }
    if (deeper || !node->entries.empty()) continue;
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      if (!covers(node->items[i].span, span)) continue;
      append_index(path, i);
      node = &node->items[i];
      deeper = true;
      break;
    }
  }
  return path;
}

std::optional<std::vector<PathStep>> steps_of(std::string_view path) {
  std::vector<PathStep> steps;
  while (!path.empty()) {
    if (path.starts_with('[')) {
      std::optional<PathStep> step = take_bracket(path);
      if (!step) return std::nullopt;
      steps.push_back(std::move(*step));
      continue;
    }
    if (!steps.empty()) {
      if (!path.starts_with('.')) return std::nullopt;
      path.remove_prefix(1);
    }
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    if (end == 0) return std::nullopt;
    steps.push_back({.key = std::string(path.substr(0, end))});
    path.remove_prefix(end);
  }
  return steps;
}

const Node* node_at(const Node& root, std::string_view path) {
  const std::optional<std::vector<PathStep>> steps = steps_of(path);
  const Node* node = steps ? &root : nullptr;
  for (std::size_t i = 0; node && i < steps->size(); ++i) {
    const auto& [item, key, index] = (*steps)[i];
    if (item)
      node = index && *index < node->items.size() ? &node->items[*index] : nullptr;
    else
      node = node->find(key);
  }
  return node;
}

void locate(Diagnostics& diagnostics, const Node& root) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (!diagnostic.path.empty()) continue;
    if (diagnostic.span != Span{}) diagnostic.path = path_of(root, diagnostic.span);
    if (!diagnostic.child.empty()) append_key(diagnostic.path, diagnostic.child);
  }
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
}

}  // namespace skiff
