#include "output/manifest.h"

#include <charconv>

#include "text/hash.h"

namespace skiff {

std::string manifest_text(const Manifest& manifest) {
  std::string text;
  for (const auto& [path, hashes] : manifest) {
    for (const std::uint64_t hash : hashes) {
      text += hex(hash);
      text += "  ";
      text += path;
      text += '\n';
    }
  }
  return text;
}

std::optional<Manifest> parse_manifest(std::string_view text) {
  Manifest manifest;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || end < 19 || text.substr(16, 2) != "  ") return std::nullopt;
    std::uint64_t hash = 0;
    if (std::from_chars(text.data(), text.data() + 16, hash, 16).ptr != text.data() + 16) return std::nullopt;
    const std::string_view path = text.substr(18, end - 18);
    if (!is_output_path(path)) return std::nullopt;
    manifest[std::string(path)].insert(hash);
    text.remove_prefix(end + 1);
  }
  return manifest;
}

bool is_output_path(std::string_view path) {
  if (path.empty() || path.starts_with(manifest_name) || path.find('\n') != std::string_view::npos) return false;
  if (path.find('\0') != std::string_view::npos) return false;
  for (std::string_view rest = path;;) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    if (part.size() == rest.size()) return true;
    rest.remove_prefix(part.size() + 1);
  }
}

}  // namespace skiff
