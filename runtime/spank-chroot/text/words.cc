#include "text/words.h"

#include <algorithm>
#include <charconv>

namespace jail {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> found;
  for (;;) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos) return found;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    found.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::optional<std::uint64_t> number(std::string_view digits, int base, std::uint64_t limit) {
  std::uint64_t value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, base);
  if (digits.empty() || error != std::errc() || end != last || value > limit) return std::nullopt;
  return value;
}

std::optional<std::string> unescape(std::string_view field) {
  std::string text;
  for (std::size_t at = 0; at < field.size(); ++at) {
    if (field[at] != '\\') {
      text += field[at];
      continue;
    }
    const auto code = number(field.substr(at + 1, 3), 8, 255);
    if (field.size() - at < 4 || !code || *code == 0) return std::nullopt;
    text += static_cast<char>(*code);
    at += 3;
  }
  return text;
}

std::string path_fault(std::string_view path) {
  if (!path.starts_with('/')) return "is not an absolute path";
  if (path == "/") return "";
  for (const char c : path) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return "has a control character";
  }
  if (path.size() > 4000) return "is longer than 4000 bytes";
  for (const std::string& part : split(path.substr(1), '/')) {
    if (part.empty()) return "has an empty part (// or a slash at the end)";
    if (part == "." || part == "..") return "has a part that is . or ..";
    if (part.size() > 255) return "has a part of more than 255 bytes";
  }
  return "";
}

std::string shown(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return plain;
}

bool is_file_name(std::string_view name) {
  return !name.empty() && name.find('/') == std::string_view::npos && path_fault("/" + std::string(name)).empty();
}

bool inside(std::string_view path, std::string_view folder) {
  if (folder == "/") return path.starts_with('/');
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string path_as_name(std::string_view path) {
  std::string name;
  for (const char c : path.substr(path.starts_with('/') ? 1 : 0)) {
    if (c == '/') {
      name += '-';
    } else if (c == '-') {
      name += "%2d";
    } else if (c == '%') {
      name += "%25";
    } else {
      name += c;
    }
  }
  return name;
}

}  // namespace jail
