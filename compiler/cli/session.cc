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
  Session session;
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
  if (path == "-") return compile_text("<stdin>", std::move(*text), no_spec_files, common, more);
  return compile_text(path, std::move(*text), files_below_spec(path), common, more);
}

Session compile_text(std::string name, std::string text, const SpecFileReader& read_spec_file, const Common& common,
                     const std::function<Diagnostics(Session&)>& more) {
  prepare_heap();
  Session session{std::move(name), std::move(text), {}, good};
  session.compilation = compile(session.text, read_spec_file);
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
