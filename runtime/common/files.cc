#include "common/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "text/number.h"

namespace skiff {

std::optional<std::string> read_text(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  char block[16384];
  ssize_t count = 0;
  while ((count = read(file, block, sizeof block)) > 0) text.append(block, static_cast<std::size_t>(count));
  close(file);
  if (count < 0) return std::nullopt;
  return text;
}

std::optional<std::string> read_line(const std::string& path) {
  auto text = read_text(path);
  if (!text) return std::nullopt;
  text->resize(std::min(text->find('\n'), text->size()));
  const auto first = text->find_first_not_of(" \t");
  if (first == text->npos) return "";
  return text->substr(first, text->find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> read_number(const std::string& path) {
  const auto line = read_line(path);
  return line ? to_number(*line) : std::nullopt;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* open = opendir(folder.c_str());
  if (!open) return names;
  while (const dirent* entry = readdir(open)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  closedir(open);
  std::sort(names.begin(), names.end());
  return names;
}

std::string link_name(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t size = readlink(path.c_str(), target, sizeof target);
  if (size < 0) return "";
  const std::string_view whole(target, static_cast<std::size_t>(size));
  return std::string(whole.substr(whole.rfind('/') + 1));
}

bool write_atomically(const std::string& path, std::string_view text, unsigned mode) {
  std::string beside = path + ".XXXXXX";
  const int file = mkostemp(beside.data(), O_CLOEXEC);
  if (file < 0) return false;
  bool good = fchmod(file, mode) == 0;
  while (good && !text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    good = count > 0;
    if (good) text.remove_prefix(static_cast<std::size_t>(count));
  }
  good = close(file) == 0 && good && rename(beside.c_str(), path.c_str()) == 0;
  if (!good) unlink(beside.c_str());
  return good;
}

std::vector<std::string> lines_of(std::string_view text) { return words_of(text, "\n"); }

std::vector<std::string> words_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(separators); at != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(separators, end);
  }
  return words;
}

bool matches(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  if (star == pattern.npos) return pattern == name;
  if (name.substr(0, star) != pattern.substr(0, star)) return false;
  for (std::size_t at = star; at <= name.size(); ++at)
    if (matches(pattern.substr(star + 1), name.substr(at))) return true;
  return false;
}

Counters counters_of(std::string_view text) {
  Counters counters;
  for (const auto& line : lines_of(text)) {
    const auto words = words_of(line);
    if (words.size() != 2) continue;
    if (const auto value = to_number(words[1])) counters[words[0]] = *value;
  }
  return counters;
}

std::string text_of(const Counters& counters) {
  std::string text;
  for (const auto& [name, value] : counters) text += name + " " + std::to_string(value) + "\n";
  return text;
}

}  // namespace skiff
