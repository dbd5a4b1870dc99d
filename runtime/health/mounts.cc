#include "mounts.h"

#include "common/files.h"

namespace skiff::health {
namespace {

// Decodes octal escapes, such as `\040` for a space.
std::string plain(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size()) {
      out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool has_option(const std::string& options, const std::string& wanted) {
  for (const auto& option : words_of(options, ","))
    if (option == wanted) return true;
  return false;
}

}  // namespace

std::optional<std::vector<MountEntry>> mounts(const std::string& root) {
  const auto text = read_text(root + "/proc/self/mountinfo");
  if (!text) return std::nullopt;
  std::vector<MountEntry> found;
  for (const auto& line : lines_of(*text)) {
    const auto words = words_of(line, " ");
    std::size_t dash = 6;
    while (dash < words.size() && words[dash] != "-") ++dash;
    if (dash + 3 >= words.size()) continue;
    found.push_back({.point = plain(words[4]),
                     .type = words[dash + 1],
                     .read_only = has_option(words[5], "ro") || has_option(words[dash + 3], "ro")});
  }
  return found;
}

const MountEntry* mount_at(const std::vector<MountEntry>& all, const std::string& point) {
  for (auto at = all.rbegin(); at != all.rend(); ++at)
    if (at->point == point) return &*at;
  return nullptr;
}

}  // namespace skiff::health
