#include "tree/file_set.h"

#include <algorithm>
#include <stdexcept>

namespace skiff {

void OutputFile::line(std::string_view content, Origin origin) {
  // With a line break inside, the lines after it would no longer match their origins.
  if (content.find('\n') != std::string_view::npos) throw std::logic_error(path + ": a line with a line break in it");
  text += content;
  text += '\n';
  lines.push_back(std::move(origin));
}

const OutputFile* find_file(const FileSet& files, std::string_view path) {
  const auto file = std::ranges::lower_bound(files, path, {}, &OutputFile::path);
  return file == files.end() || file->path != path ? nullptr : &*file;
}

}  // namespace skiff
