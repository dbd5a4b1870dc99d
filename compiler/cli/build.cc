#include <memory>

#include "change/render.h"
#include "cli/io.h"
#include "cli/older_output.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "emit/stream.h"
#include "output/folder.h"

namespace skiff::cli {
namespace {

struct Options {
  std::string spec;
  std::string output;
  std::string format = "yaml";
  bool dry_run = false;
  bool exit_code = false;
  change::Accepted accepted;
};

void append_list(std::string& text, std::string_view mark, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    text += mark;
    text += path;
    text += '\n';
  }
}

std::string summary(const FolderReport& report, const std::string& folder) {
  std::string text = folder + ": ";
  const auto count = [&](std::size_t number, std::string_view what) {
    text += std::to_string(number);
    text += ' ';
    text += what;
  };
  count(report.created.size(), "new, ");
  count(report.updated.size(), "changed, ");
  count(report.removed.size(), "removed, ");
  count(report.unchanged, "unchanged");
  return text;
}

/// What the new output does to the cluster that has the older one.
void say_changes(const OlderOutput& older, const std::string& folder) {
  if (!older.not_compared.empty()) say(folder + ": cannot be compared with the new output: " + older.not_compared);
  if (older.changes.empty()) return;
  say("in the cluster: " + change::summary(older.changes));
  write_error(change::short_text(older.changes));
}

int to_folder(const FileSet& files, const OlderOutput& older, const Options& options, const Common& common) {
  const FolderReport report = write_folder(files, options.output, options.dry_run);
  for (const std::string& error : report.errors) say(error);
  if (!report.errors.empty()) return trouble;
  if (options.dry_run) {
    std::string text;
    append_list(text, "+ ", report.created);
    append_list(text, "~ ", report.updated);
    append_list(text, "- ", report.removed);
    if (!write_output(text)) return trouble;
  }
  for (const std::string& path : report.left) {
    say(options.output + "/" + path +
        ": is no longer part of the output, but was changed after skiff wrote it; skiff does not remove it");
  }
  if (!common.quiet) {
    say(summary(report, options.output));
    say_changes(older, options.output);
  }
  const bool differs = !report.created.empty() || !report.updated.empty() || !report.removed.empty();
  return options.exit_code && differs ? wrong : good;
}

int run(const Options& options, const Common& common) {
  if (options.format != "yaml" && options.output != "-") {
    say("--format applies only to a stream (-o -)");
    return trouble;
  }
  if (options.dry_run && options.output == "-") {
    say("--dry-run applies only to a directory, not to a stream (-o -)");
    return trouble;
  }
  if (options.exit_code && !options.dry_run) {
    say("--exit-code applies only to --dry-run");
    return trouble;
  }
  OlderOutput older;
  FileSet& files = *new FileSet;
  const auto compare = [&](Session& session) {
    if (options.output != "-") older = compare_with_older(session, options.output, options.accepted, files);
    return std::move(older.errors);
  };
  // Neither is ever destroyed: the program exits anyway, and a large output has millions of parts.
  const Session& session = *new Session(compile_spec(options.spec, common, compare));
  if (session.exit) return session.exit;
  if (options.output != "-") return to_folder(files, older, options, common);
  const Bundle& bundle = session.compilation.bundle;
  return write_output(options.format == "json" ? json_stream(bundle) : yaml_stream(bundle)) ? good : trouble;
}

}  // namespace

Action build(Arguments& arguments, const Common& common) {
  const auto options = std::make_shared<Options>();
  arguments.operand("SPEC", options->spec, "The spec, or - for standard input");
  arguments.option("-o,--output", options->output, "DIR", "The directory to write, or - for one stream of objects",
                   true);
  arguments.flag("--dry-run", options->dry_run, "List the changes to the directory without making them");
  arguments.flag("--exit-code", options->exit_code, "With --dry-run, exit with 1 if the directory would change");
  arguments.flag("--accept-refused", options->accepted.refused,
                 "Write changes that Kubernetes refuses, for which you must follow steps by hand");
  arguments.flag("--accept-other-cluster", options->accepted.other_cluster,
                 "Write over the output of a cluster with another name or namespace");
  arguments.choice("--format", options->format, {"yaml", "json"}, "Format of the stream");
  return [options, &common] { return run(*options, common); };
}

}  // namespace skiff::cli
