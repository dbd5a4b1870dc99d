#include <memory>
#include <optional>
#include <utility>

#include "change/changes.h"
#include "change/live.h"
#include "change/render.h"
#include "cli/git.h"
#include "cli/io.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "output/disk.h"
#include "output/read_folder.h"
#include "read/spec_files.h"

namespace skiff::cli {
namespace {

struct Options {
  std::string before;
  std::string after;
  std::string output = "text";
  std::string fail_on = "nothing";
};

/// One of the two versions, and the spec that it was compiled from, if there was one.
struct Version {
  std::string name;  ///< as the user gave it; `<stdin>` for `-`
  change::Side side;
  std::optional<std::string> dump;  ///< of the objects in a cluster; `side` is then empty
  std::unique_ptr<Session> session;
  std::optional<change::SpecText> spec() const {
    if (!session) return std::nullopt;
    return change::SpecText{session->name, session->text, &session->compilation.root};
  }
};

bool is_folder(const std::string& path) { return path != "-" && kind_at(path + "/.") == PathKind::folder; }

/// `take_output` and `take_spec` return false if there was an error, which they have printed.
bool take_output(Version& version, FolderContent content) {
  for (const std::string& error : content.errors) say(error);
  if (!content.errors.empty()) return false;
  version.side = change::read_side(std::move(content.files));
  return true;
}

bool take_spec(Version& version, std::unique_ptr<Session> session) {
  version.session = std::move(session);
  if (version.session->exit) return false;
  version.side = change::read_side(std::move(version.session->compilation.bundle.files));
  return true;
}

/// Takes a spec or a dump. `beside` reads the files that a spec names.
bool take_text(Version& version, std::string text, const SpecFileReader& beside, const Common& common) {
  if (change::is_dump(text)) {
    version.dump = std::move(text);
    return true;
  }
  return take_spec(version, std::make_unique<Session>(compile_text(version.name, std::move(text), beside, common)));
}

bool take_file(Version& version, const std::string& path, const Common& common) {
  std::optional<std::string> text = read_input(path);
  return text && take_text(version, std::move(*text), path == "-" ? no_spec_files : files_below_spec(path), common);
}

/// Reads `REV:PATH` from Git.
bool take_revision(Version& version, const std::string& path, const Common& common) {
  try {
    Git git;
    const auto found = git.read(path);
    if (!found) {
      say(path + ": is neither a file nor an object in the Git repository");
      return false;
    }
    if (found->kind == Git::Kind::folder) {
      const std::string folder = path.ends_with('/') || path.ends_with(':') ? path : path + "/";
      return take_output(version, read_folder(path, [&](const std::string& file) {
                           auto object = git.read(folder + file);
                           return object && object->kind == Git::Kind::file ? std::optional(std::move(object->text))
                                                                            : std::nullopt;
                         }));
    }
    const std::size_t end = path.find_last_of(":/") + 1;
    const auto beside = [&](const std::string& file) -> SpecFile {
      const auto object = git.read(path.substr(0, end) + file);
      if (!object || object->kind != Git::Kind::file) return {{}, "file not found in the revision of the spec"};
      return spec_file(object->text);
    };
    return take_text(version, found->text, beside, common);
  } catch (const DiskError& error) {
    say(error.message);
    return false;
  }
}

/// Reads a spec, an output directory or a dump. On failure, prints the reason on standard error and returns std::nullopt.
std::optional<Version> version_at(const std::string& path, const Common& common) {
  Version version{path == "-" ? "<stdin>" : path, {}, {}, {}};
  const bool good = is_folder(path)        ? take_output(version, read_folder(path))
                    : names_revision(path) ? take_revision(version, path, common)
                                           : take_file(version, path, common);
  if (!good) return std::nullopt;
  for (const std::string& problem : version.side.problems) say(path + "/" + problem);
  return version.side.problems.empty() ? std::optional(std::move(version)) : std::nullopt;
}

/// Reads the dump of OLD, which needs NEW. On failure, prints the reason on standard error and returns false.
bool take_dump(Version& before, const Version& after) {
  before.side = change::read_live(before.name, std::move(*before.dump), after.side);
  for (const std::string& problem : before.side.problems) say(problem);
  return before.side.problems.empty();
}

int run(const Options& options, const Common& common) {
  if (options.before == "-" && options.after == "-") {
    say("only one of OLD and NEW can be standard input");
    return trouble;
  }
  // The warnings about the old spec are no news.
  Common silent = common;
  silent.quiet = true;
  silent.strict = false;
  std::optional<Version> before = version_at(options.before, silent);
  const std::optional<Version> after = version_at(options.after, common);
  if (!before || !after) return trouble;
  if (after->dump) {
    say(after->name + ": has the objects of a cluster, which can only be OLD");
    return trouble;
  }
  if (before->dump && !take_dump(*before, *after)) return trouble;
  change::Decisions decisions(before->spec(), after->spec());
  const std::vector<change::Change> changes = change::changes(before->side, after->side, decisions);
  const std::string out = options.output == "json"       ? change::json(changes)
                          : options.output == "markdown" ? change::markdown(changes)
                          : options.output == "sarif"    ? change::sarif(changes, after->name)
                                                         : change::text(changes, common.use_color(Stream::output));
  if (!write_output(out)) return trouble;
  // The changes are sorted: the first is the worst.
  return !changes.empty() && changes.front().value >= *change::class_of(options.fail_on) ? wrong : good;
}

std::vector<std::string> class_ids() {
  std::vector<std::string> ids;
  for (const change::ClassName& name : change::class_names()) ids.emplace_back(name.id);
  return ids;
}

}  // namespace

Action diff(Arguments& arguments, const Common& common) {
  const auto options = std::make_shared<Options>();
  arguments.operand("OLD", options->before,
                    "The older spec or output directory, also as REV:PATH in Git, or the objects in the cluster, from "
                    "kubectl get -o yaml; - is standard input");
  arguments.operand("NEW", options->after, "The newer spec or output directory");
  arguments.choice("--output", options->output, {"text", "markdown", "json", "sarif"}, "Format of the changes");
  arguments.choice("--fail-on", options->fail_on, class_ids(),
                   "Exit with 1 only if a change has this class or a worse one");
  return [options, &common] { return run(*options, common); };
}

}  // namespace skiff::cli
