#include "tree/file_set.h"

#include <stdexcept>

namespace skiff {

void OutputFile::line(std::string_view content, Origin origin) {
  // A line break inside would part the text from its origins for the rest of the file.
  if (content.find('\n') != std::string_view::npos) throw std::logic_error(path + ": a line with a line break in it");
  text += content;
  text += '\n';
  lines.push_back(std::move(origin));
}

}  // namespace skiff
