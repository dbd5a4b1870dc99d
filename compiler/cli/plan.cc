#include <algorithm>
#include <memory>
#include <stdexcept>

#include "cli/io.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace skiff::cli {

Action plan(Arguments& arguments, const Common& common) {
  const auto spec = std::make_shared<std::string>();
  arguments.operand("SPEC", *spec, "The spec, or - for standard input");
  return [spec, &common]() -> int {
    const Session session = compile_spec(*spec, common);
    if (session.exit) return session.exit;
    const FileSet& files = session.compilation.bundle.files;
    const auto file = std::ranges::find(files, "plan.yaml", &OutputFile::path);
    if (file == files.end()) throw std::logic_error("the output has no plan.yaml");
    return write_output(file->text) ? good : trouble;
  };
}

}  // namespace skiff::cli
