#include "cli/session.h"

#include <algorithm>
#include <iterator>

#include "cli/heap.h"
#include "cli/io.h"
#include "output/disk.h"
#include "read/path.h"

namespace skiff::cli {
namespace {

// The spec in a directory that was given instead of it. Empty if `path` is no such directory.
std::string spec_inside(const std::string& path) {
  const std::string inside = path + (path.ends_with('/') ? "" : "/") + "cluster.yaml";
  return kind_at(path + "/.") == PathKind::folder && kind_at(inside) == PathKind::file ? inside : std::string();
}

}  // namespace

Session compile_spec(const std::string& path, const Common& common, const std::function<Diagnostics(Session&)>& more) {
  prepare_heap();
  Session session;
  session.name = path == "-" ? "<stdin>" : path;
  if (const std::string inside = spec_inside(path); !inside.empty()) {
    say(path + ": is a directory; did you mean \"" + inside + "\"?");
    session.exit = trouble;
    return session;
  }
  std::optional<std::string> text = read_input(path);
  if (!text) {
    session.exit = trouble;
    return session;
  }
  session.text = std::move(*text);
  session.compilation = compile(session.text, path == "-" ? SpecFileReader(no_spec_files) : files_below_spec(path));

  Diagnostics diagnostics = session.compilation.diagnostics;
  if (more && !has_errors(diagnostics)) {
    Diagnostics found = more(session);
    locate(found, session.compilation.root);
    std::ranges::move(found, std::back_inserter(diagnostics));
  }
  const bool errors = has_errors(diagnostics);
  const bool fails = errors || (common.strict && !diagnostics.empty());
  if (common.quiet && !fails) diagnostics.clear();
  write_error(render(common.format(), session.text, diagnostics, {session.name, common.use_color()}));
  if (fails) session.exit = wrong;
  return session;
}

}  // namespace skiff::cli
