#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

#include "check/checker.h"
#include "check/schema.h"
#include "cli/embedded.h"
#include "cli/io.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "policy/differences.h"
#include "policy/import.h"
#include "read/encoding.h"
#include "text/quote.h"
#include "text/split.h"

namespace skiff::cli {
namespace {

struct Options {
  std::string action, file, against;
  std::string output = "text";
};

std::string name_of(const std::string& path) { return path == "-" ? "<stdin>" : path; }

/// Parses a dump. On failure, prints the reason on standard error and returns std::nullopt.
std::optional<policy::Dump> parse_dump(const std::string& path, const std::string& text) {
  try {
    return policy::parse_dump(text);
  } catch (const std::runtime_error& error) {
    say(name_of(path) + ": " + one_line(error.what()));
    return std::nullopt;
  }
}

/// The policy of a compiled spec, as the sidecar reads it. Empty if the spec has no accounting records.
policy::Policy policy_in(const FileSet& files) {
  const auto file = std::ranges::find(files, "slurm/policy.conf", &OutputFile::path);
  return file == files.end() ? policy::Policy() : policy::parse(file->text);
}

int print_plan(const Options& options, const Common& common) {
  if (options.against.empty()) {
    say("policy plan needs --against DUMP");
    return trouble;
  }
  if (options.file == "-" && options.against == "-") {
    say("only one of SPEC and DUMP can be standard input");
    return trouble;
  }
  const Session session = compile_spec(options.file, common);
  if (session.exit) return trouble;
  const std::optional<std::string> text = read_input(options.against);
  if (!text) return trouble;
  const std::optional<policy::Dump> dump = parse_dump(options.against, *text);
  if (!dump) return trouble;
  const std::string& cluster = session.compilation.cluster_name;
  if (dump->cluster != cluster) {
    say("the dump is of the cluster " + quote(dump->cluster) + ", but the spec is of " + quote(cluster));
    return trouble;
  }
  const policy::Policy wanted = policy_in(session.compilation.bundle.files);
  const policy::Records records = policy::with_columns(dump->records, policy::columns_of(wanted, dump->memory));
  const policy::Decision decision = policy::decide(wanted, records, dump->memory, cluster);
  const auto differences = policy::differences(decision, records);
  if (!write_output(options.output == "json" ? policy::json_of(differences, decision)
                                             : policy::text_of(differences, decision)))
    return trouble;
  if (!common.quiet)
    say(differences.empty() ? "the database matches the spec" : "records: " + policy::summary_of(differences));
  return differences.empty() ? good : wrong;
}

/// The schema of a field of the accounting records, such as `users.name`, or of licenses.
const Schema& schema_of(std::string_view field) {
  const std::string_view list = take_until(field, '.');
  const Schema* schema = cluster_schema().property("spec")->schema;
  if (list != "licenses") schema = schema->property("accounting")->schema;
  schema = schema->property(list)->schema->items;
  return *schema->property(field)->schema;
}

int print_import(const Options& options, const Common& common) {
  const std::optional<std::string> text = read_input(options.file);
  if (!text) return trouble;
  // YAML cannot represent every text of a database.
  if (const Diagnostics found = check_encoding(*text); !found.empty()) {
    const auto line = 1 + std::count(text->begin(), text->begin() + found.front().span.begin, '\n');
    say(name_of(options.file) + ':' + std::to_string(line) + ": " + found.front().message);
    return trouble;
  }
  const std::optional<policy::Dump> dump = parse_dump(options.file, *text);
  if (!dump) return trouble;
  const auto accepts = [](std::string_view field, std::string_view value) {
    return check({.kind = Node::Kind::scalar, .quoted = true, .text = std::string(value)}, schema_of(field)).empty();
  };
  const policy::Imported imported = policy::import_spec(*dump, accepts);
  if (!common.quiet)
    for (const auto& [what, why] : imported.left_out) say(one_line("left out: " + what + ": " + why));
  return write_output(imported.spec) ? good : trouble;
}

int run(const Options& options, const Common& common) {
  if (options.action != "plan" && !options.against.empty()) {
    say("--against applies only to plan");
    return trouble;
  }
  if (options.action == "script" && !options.file.empty()) {
    say("policy script takes no FILE");
    return trouble;
  }
  if (options.action == "script") return write_output(embedded_text("compiler/policy/dump.sh")) ? good : trouble;
  if (options.file.empty()) {
    say("policy " + options.action + " needs " + (options.action == "plan" ? "a SPEC" : "a DUMP"));
    return trouble;
  }
  return options.action == "plan" ? print_plan(options, common) : print_import(options, common);
}

}  // namespace

Action policy(Arguments& arguments, const Common& common) {
  const auto options = std::make_shared<Options>();
  arguments.operand_choice("ACTION", options->action, {"plan", "import", "script"},
                           "plan: what the sidecar of slurmctld would change; import: the records of a dump as a spec; "
                           "script: print the script that makes a dump");
  arguments.operand("FILE", options->file, "Of plan: the spec. Of import: the dump. - is standard input", false);
  arguments.option("--against", options->against, "FILE", "Of plan: the dump of the cluster's records");
  arguments.choice("--output", options->output, {"text", "json"}, "Of plan: format of the changes");
  return [options, &common] { return run(*options, common); };
}

}  // namespace skiff::cli
