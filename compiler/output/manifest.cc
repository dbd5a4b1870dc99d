#include "output/manifest.h"

#include <algorithm>

#include "text/hash.h"
#include "text/number.h"
#include "text/split.h"

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
  if (!text.empty() && !text.ends_with('\n')) return std::nullopt;
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    if (line.size() < 19 || line.substr(16, 2) != "  ") return std::nullopt;
    const auto hash = to_number<std::uint64_t>(line.substr(0, 16), 16);
    const std::string_view path = line.substr(18);
    if (!hash || !is_output_path(path)) return std::nullopt;
    manifest[std::string(path)].insert(*hash);
  }
  return manifest;
}

bool is_output_path(std::string_view path) {
  if (path.empty() || path.starts_with(manifest_name)) return false;
  if (std::ranges::any_of(path, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) return false;
  return std::ranges::none_of(Parts(path, '/'),
                              [](std::string_view part) { return part.empty() || part == "." || part == ".."; });
}

}  // namespace skiff
