#include "testing/effect.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "text/diff.h"
#include "text/split.h"

namespace skiff::testing {
namespace {

constexpr std::size_t most_lines = 40;

/// The kind and the name of an object. In files that skiff wrote, both have a fixed indentation.
struct Heading {
  std::string kind, name;
  std::string text() const { return name.empty() ? kind : kind + "/" + name; }
};

/// Tracks the path in a YAML file, whose lines are passed to it one by one.
class Place {
 public:
  /// Must be called with every line of one side, in order.
  void enter(std::string_view line) {
    const std::size_t indent = line.find_first_not_of(' ');
    std::string_view rest = line.substr(std::min(indent, line.size()));
    if (rest.empty() || rest[0] == '#' || rest[0] == '\n') return;
    if (rest.starts_with("---")) return path_.clear();
    const bool item = rest.starts_with("- ");
    while (!path_.empty() &&
           (path_.back().indent > indent || (path_.back().indent == indent && (!item || path_.back().item))))
      path_.pop_back();
    std::size_t at = indent;
    if (item) {
      rest.remove_prefix(2);
      at += 2;
      const std::string_view name = rest.starts_with("name: ") ? value(rest) : "";
      path_.push_back({indent, true, "[" + std::string(name) + "]"});
    }
    if (const std::size_t colon = rest.find(':'); colon != std::string_view::npos)
      path_.push_back({at, false, std::string(rest.substr(0, colon))});
  }
  /// The path of the parent of the last line.
  std::string above() const {
    std::string text;
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
      if (!text.empty() && !path_[i].item) text += '.';
      text += path_[i].word;
    }
    return text;
  }

 private:
  struct Step {
    std::size_t indent;
    bool item;
    std::string word;
  };
  static std::string_view value(std::string_view entry) {
    const std::string_view text = entry.substr(entry.find(": ") + 2);
    return text.substr(0, text.find('\n'));
  }
  std::vector<Step> path_;
};

/// The headings of all documents of a file, in order.
std::vector<Heading> headings(std::string_view text) {
  std::vector<Heading> found(1);
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    if (line == "---") found.emplace_back();
    if (line.starts_with("kind: ")) found.back().kind = line.substr(6);
    if (line.starts_with("  name: ") && found.back().name.empty()) found.back().name = line.substr(8);
  }
  return found;
}

/// The lines of a file that exists on only one side.
std::string whole(char mark, const OutputFile& file) {
  std::string out = std::string(3, mark) + " " + file.path;
  if (file.lines.size() > most_lines) {
    out += ", " + std::to_string(file.lines.size()) + " lines";
    if (file.path.ends_with(".yaml")) {
      std::string_view separator = ": ";
      for (const Heading& heading : headings(file.text)) {
        out += std::string(separator) + heading.text();
        separator = ", ";
      }
    }
    return out + "\n";
  }
  out += "\n";
  for (const DiffLine& line : diff_lines("", file.text)) out += mark + std::string(line.text);
  return out;
}

/// The line to show. The value of a hash is left out, because only the fact that it changed matters.
std::string shown(std::string_view line) {
  if (const std::size_t hash = line.find("skiff/restart-hash: "); hash != std::string_view::npos)
    return std::string(line.substr(0, hash)) + "skiff/restart-hash: ...\n";
  return std::string(line);
}

std::string changes(const OutputFile& before, const OutputFile& after) {
  const bool yaml = after.path.ends_with(".yaml");
  const std::vector<Heading> old_headings = headings(before.text);
  const std::vector<Heading> new_headings = headings(after.text);
  std::size_t old_document = 0, new_document = 0;
  Place old_place, new_place;
  std::string out = "*** " + after.path + "\n";
  std::string said;
  bool apart = true;  // unchanged lines precede this line
  for (const DiffLine& line : diff_lines(before.text, after.text)) {
    const bool removed = line.mark == '-';
    if (yaml && line.mark != '+') {
      old_document += line.text == "---\n";
      old_place.enter(line.text);
    }
    if (yaml && !removed) {
      new_document += line.text == "---\n";
      new_place.enter(line.text);
    }
    if (line.mark == ' ') {
      apart = true;
      continue;
    }
    if (yaml) {
      const Heading& heading = removed ? old_headings.at(old_document) : new_headings.at(new_document);
      const std::string above = (removed ? old_place : new_place).above();
      const std::string place = heading.text() + (above.empty() ? "" : " " + above);
      // A line that directly follows a changed line and is nested deeper needs no heading, because its indentation
      // shows its place.
      if (apart ? place != said : !place.starts_with(said)) {
        said = place;
        out += "@@ " + place + "\n";
      }
      apart = false;
    }
    out += line.mark + shown(line.text);
  }
  return out;
}

std::map<std::string, const OutputFile*> by_path(const FileSet& files) {
  std::map<std::string, const OutputFile*> found;
  for (const OutputFile& file : files)
    if (file.path != "plan.yaml") found[file.path] = &file;
  return found;
}

}  // namespace

std::string effect(const FileSet& before, const FileSet& after) {
  const auto old_files = by_path(before);
  const auto new_files = by_path(after);
  std::set<std::string> paths;
  for (const auto& [path, file] : old_files) paths.insert(path);
  for (const auto& [path, file] : new_files) paths.insert(path);
  std::string out;
  for (const std::string& path : paths) {
    const auto was = old_files.find(path);
    const auto is = new_files.find(path);
    if (was == old_files.end()) {
      out += whole('+', *is->second);
    } else if (is == new_files.end()) {
      out += whole('-', *was->second);
    } else if (was->second->text != is->second->text) {
      out += changes(*was->second, *is->second);
    }
  }
  return out;
}

}  // namespace skiff::testing
