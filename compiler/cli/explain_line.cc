#include <algorithm>

#include "check/schema.h"
#include "cli/embedded.h"
#include "cli/explain.h"
#include "diag/lines.h"
#include "output/disk.h"
#include "read/path.h"
#include "text/number.h"
#include "text/split.h"

namespace skiff::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin);
}

std::string_view nth_line(std::string_view text, std::uint32_t number) {
  for (; number > 1; --number) take_until(text, '\n');
  return take_until(text, '\n');
}

// The output file that the path means. The path is relative to the output directory, or begins with other directories.
const OutputFile* output_file(const FileSet& files, std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  if (path.starts_with("./")) path.remove_prefix(2);
  if (!folder.empty() && path.starts_with(folder) && path.substr(folder.size()).starts_with('/')) {
    path.remove_prefix(folder.size() + 1);
  }
  for (;;) {
    const auto file = std::ranges::find(files, path, &OutputFile::path);
    if (file != files.end()) return &*file;
    take_until(path, '/');
    if (path.empty()) return nullptr;
  }
}

void append_row(std::string& out, std::string_view place, std::uint32_t line, std::string_view text) {
  out += "  ";
  out += place;
  out += ':';
  out += std::to_string(line);
  if (!text.empty()) {
    out += ": ";
    out += text;
  }
  out += '\n';
}

void append_spec(std::string& out, const std::vector<Source>& sources, const Session& session) {
  const LineTable lines(session.text);
  for (const Source& source : sources) {
    if (source.kind != Source::Kind::spec) continue;
    if (out.find("spec:\n") == out.npos) out += "spec:\n";
    const Place place = lines.place(source.span.begin);
    std::string text = path_of(session.compilation.root, source.span);
    if (!text.empty()) text += ": ";
    text += trimmed(lines.line(place.line));
    append_row(out, session.name + ":" + std::to_string(place.line), place.column, text);
  }
}

void append_files(std::string& out, const std::vector<Source>& sources, Source::Kind kind, std::string_view title) {
  bool first = true;
  for (const Source& source : sources) {
    if (source.kind != kind) continue;
    if (first) out += title;
    first = false;
    // Only the text of the schema is embedded. Other files need only the location.
    const bool on_board = source.file == schema_file;
    append_row(out, source.file, source.line,
               on_board ? trimmed(nth_line(embedded_text(source.file), source.line)) : "");
  }
}

}  // namespace

std::optional<LineTarget> line_target(std::string_view target) {
  const std::size_t colon = target.find(':');
  if (colon == target.npos || colon == 0) return std::nullopt;
  std::string_view rest = target.substr(colon + 1);
  const auto line = to_number<std::uint32_t>(take_until(rest, ':'));
  // Editors append a column to the line, which is ignored here.
  if (!line) return std::nullopt;
  return LineTarget{std::string(target.substr(0, colon)), *line};
}

std::optional<std::string> explain_line(const LineTarget& target, const Session& session, std::string_view output,
                                        std::string& problem) {
  const OutputFile* file = output_file(session.compilation.bundle.files, target.path, output);
  if (!file) {
    problem = "the output of " + session.name + " has no file " + target.path;
    return std::nullopt;
  }
  if (target.line == 0 || target.line > file->lines.size()) {
    problem = file->path + " has " + std::to_string(file->lines.size()) + " lines";
    return std::nullopt;
  }
  const std::string_view text = nth_line(file->text, target.line);
  std::string out = file->path + ":" + std::to_string(target.line) + ": " + std::string(text) + "\n";
  try {
    // The file on disk may come from an older spec. The answer is about the current output of the spec.
    if (kind_at(target.path) == PathKind::file && nth_line(read_file(target.path), target.line) != text) {
      out += "note: the line in " + target.path + " is different; build again\n";
    }
  } catch (const DiskError&) {
    // If the file cannot be read, there is nothing to compare.
  }
  const std::vector<Source> sources = file->lines[target.line - 1].sources();
  append_spec(out, sources, session);
  append_files(out, sources, Source::Kind::preset, "defaults:\n");
  append_files(out, sources, Source::Kind::catalogue, "catalogue:\n");
  append_files(out, sources, Source::Kind::fixed, "template:\n");
  return out;
}

}  // namespace skiff::cli
