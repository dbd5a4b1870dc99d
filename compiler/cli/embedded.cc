#include "cli/embedded.h"

#include <stdexcept>
#include <string>

#include "embedded/files.h"

namespace skiff::cli {

std::string_view embedded_text(std::string_view path) {
  for (const EmbeddedFile* file : files::all) {
    if (file->path == path) return file->text;
  }
  throw std::logic_error("not embedded: " + std::string(path));
}

}  // namespace skiff::cli
