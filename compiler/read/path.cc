#include "read/path.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"

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

// Reads `["a b"]` at the start of `path` and removes it.
bool take_quoted(std::string_view& path, std::string& key) {
  if (path.substr(0, 2) != "[\"") return false;
  std::size_t at = 2;
  for (; at < path.size() && path[at] != '"'; ++at) {
    if (path[at] == '\\' && at + 1 < path.size()) ++at;
    key += path[at];
  }
  if (path.substr(at, 2) != "\"]") return false;
  path.remove_prefix(at + 2);
  return true;
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

const Node* node_at(const Node& root, std::string_view path) {
  const Node* node = &root;
  bool first = true;
  while (node && !path.empty()) {
    std::string key;
    if (take_quoted(path, key)) {
      node = node->find(key);
    } else if (path[0] == '[') {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
      if (error != std::errc() || end == path.data() + path.size() || *end != ']') return nullptr;
      path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
      node = index < node->items.size() ? &node->items[index] : nullptr;
    } else {
      if (path[0] == '.') {
        if (first) return nullptr;
        path.remove_prefix(1);
      } else if (!first) {
        return nullptr;
      }
      const std::size_t end = std::min(path.find_first_of(".["), path.size());
      if (end == 0) return nullptr;
      node = node->find(path.substr(0, end));
      path.remove_prefix(end);
    }
    first = false;
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
