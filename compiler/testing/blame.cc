#include "testing/blame.h"

#include <algorithm>
#include <map>

#include "text/split.h"

namespace skiff::testing {
namespace {

using Files = std::vector<const OutputFile*>;

/// The origins of all lines with the same text.
struct Places {
  std::vector<const Origin*> before;
  std::vector<const Origin*> after;
};

const OutputFile* file_at(const FileSet& files, const std::string& path) {
  const auto file = std::ranges::find(files, path, &OutputFile::path);
  return file == files.end() ? nullptr : &*file;
}

bool names(const Origin& origin, const std::vector<Span>& leaves) {
  const std::vector<Source> sources = origin.sources();
  return std::ranges::any_of(sources, [&](const Source& source) {
    return source.kind == Source::Kind::spec && std::ranges::any_of(leaves, [&](Span leaf) {
             return source.span.begin >= leaf.begin && source.span.end <= leaf.end;
           });
  });
}

template <class Each>
void each_line(const OutputFile& file, Each each) {
  std::string_view rest = file.text;
  for (const Origin& origin : file.lines) {
    each(take_until(rest, '\n'), origin);
  }
}

class Comparison {
 public:
  Comparison(const Version& before, const Version& after) : before_(before), after_(after) {}

  void compare(const std::string& label, const Files& old_files, const Files& new_files) {
    std::map<std::string_view, Places> places;
    for (const OutputFile* file : old_files) {
      each_line(*file, [&](std::string_view line, const Origin& origin) { places[line].before.push_back(&origin); });
    }
    for (const OutputFile* file : new_files) {
      each_line(*file, [&](std::string_view line, const Origin& origin) { places[line].after.push_back(&origin); });
    }
    for (const auto& [line, place] : places) {
      if (place.before.size() > place.after.size()) {
        result.moved.insert(label + ": " + std::string(line));
        explain(result.gone, label, line, place.before, place.before.size() - place.after.size(), before_.leaves);
      } else if (place.after.size() > place.before.size()) {
        explain(result.added, label, line, place.after, place.after.size() - place.before.size(), after_.leaves);
      }
    }
  }

  Blame result;

 private:
  void explain(std::vector<std::string>& unexplained, const std::string& label, std::string_view line,
               const std::vector<const Origin*>& places, std::size_t needed, const std::vector<Span>& leaves) {
    result.changed = true;
    const auto named = static_cast<std::size_t>(
        std::ranges::count_if(places, [&](const Origin* origin) { return names(*origin, leaves); }));
    if (named < needed) unexplained.push_back(label + ": " + std::string(line));
  }

  const Version& before_;
  const Version& after_;
};

}  // namespace

Blame blame(const Version& before, const Version& after) {
  Comparison comparison(before, after);
  Files gone;
  Files added;
  for (const OutputFile& file : before.files) {
    if (const OutputFile* other = file_at(after.files, file.path)) {
      if (file.text != other->text) comparison.compare(file.path, {&file}, {other});
    } else {
      gone.push_back(&file);
    }
  }
  for (const OutputFile& file : after.files) {
    if (!file_at(before.files, file.path)) added.push_back(&file);
  }
  comparison.compare("added or removed files", gone, added);
  for (const OutputFile* file : gone)
    each_line(*file, [&](std::string_view line, const Origin&) {
      comparison.result.moved.insert(file->path + ": " + std::string(line));
    });
  if (!gone.empty() || !added.empty()) comparison.result.changed = true;
  return std::move(comparison.result);
}

std::set<std::string> lines_naming(const FileSet& files, Span leaf) {
  std::set<std::string> found;
  for (const OutputFile& file : files)
    each_line(file, [&](std::string_view line, const Origin& origin) {
      if (names(origin, {leaf})) found.insert(file.path + ": " + std::string(line));
    });
  return found;
}

}  // namespace skiff::testing
