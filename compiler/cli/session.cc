#include "cli/session.h"

#include <algorithm>

#include "cli/heap.h"
#include "cli/io.h"

namespace skiff::cli {

Session compile_spec(const std::string& path, const Common& common) {
  prepare_heap();
  Session session;
  session.name = path == "-" ? "<stdin>" : path;
  std::optional<std::string> text = read_input(path);
  if (!text) {
    session.exit = trouble;
    return session;
  }
  session.text = std::move(*text);
  session.compilation = compile(session.text, path == "-" ? Beside(nothing_beside) : files_beside(path));

  Diagnostics diagnostics = session.compilation.diagnostics;
  const bool errors = has_errors(diagnostics);
  const bool fails = errors || (common.strict && !diagnostics.empty());
  if (common.quiet && !fails) diagnostics.clear();
  write_error(render(common.format(), session.text, diagnostics, {session.name, common.use_color()}));
  if (fails) session.exit = wrong;
  return session;
}

}  // namespace skiff::cli
