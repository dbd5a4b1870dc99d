#include "emit/gitattributes.h"

#include "embedded/files.h"
#include "embedded/shared.h"
#include "text/split.h"

namespace skiff {

OutputFile gitattributes() {
  const EmbeddedFile& source = files::templates_gitattributes;
  OutputFile file{".gitattributes", {}, {}};
  std::string_view rest = source.text;
  for (std::uint32_t number = 1; !rest.empty(); ++number)
    file.line(take_until(rest, '\n'), Origin::fixed(source.path, number));
  return file;
}

}  // namespace skiff
