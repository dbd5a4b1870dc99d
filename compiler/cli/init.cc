#include <memory>

#include "check/checker.h"
#include "check/schema.h"
#include "cli/embedded.h"
#include "cli/io.h"
#include "cli/verbs.h"
#include "compile.h"
#include "output/disk.h"
#include "text/quote.h"
#include "text/yaml_scalar.h"

namespace skiff::cli {
namespace {

constexpr std::string_view schema_name = "cluster.schema.json";
constexpr std::string_view trial_file = "examples/quickstart/cluster.yaml";

struct Options {
  std::string folder = ".";
  std::string name = "atlas";
  bool trial = false;
};

std::string as_yaml(const std::string& name) {
  if (scalar_style(name) == ScalarStyle::plain) return name;
  std::string text;
  append_quoted(text, name);  // a name such as `true`
  return text;
}

void replace(std::string& text, std::string_view from, std::string_view to) {
  text.replace(text.find(from), from.size(), to);
}

// The spec of examples/quickstart, with this name and with the schema next to it.
std::string trial_spec(const std::string& name) {
  std::string text(embedded_text(trial_file));
  replace(text, "../../schema/", "");
  replace(text, "{name: atlas}", "{name: " + as_yaml(name) + "}");
  return text;
}

std::string first_spec(const Options& options) {
  if (options.trial) return trial_spec(options.name);
  std::string text = "# yaml-language-server: $schema=";
  text += schema_name;
  text += R"(
apiVersion: skiff/v1alpha1
kind: SlurmCluster
metadata: {name: )";
  text += as_yaml(options.name);
  text += R"(, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
spec:
  images: {registry: registry.example.com/skiff}   # where slurmctld, slurmd, … are pulled from
  nodeSets:
    - {name: cpu, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
  login:
    - name: login   # sshd; users submit their jobs from here
)";
  return text;
}

// Why the name can't be used, or empty. The user gave nothing else, so it is the cause of each error of the spec.
std::string problem_of(const Options& options) {
  const Schema& schema = *cluster_schema().property("metadata")->schema->property("name")->schema;
  Diagnostics found = check({.kind = Node::Kind::scalar, .quoted = true, .text = options.name}, schema);
  if (found.empty()) found = compile(first_spec(options)).diagnostics;
  if (!has_errors(found)) return {};
  return found.front().message + "; for example " + std::string(schema.examples[0]);
}

int run(const Options& options) {
  if (const std::string problem = problem_of(options); !problem.empty()) {
    say("--name " + quote(options.name) + ": " + problem);
    return trouble;
  }
  const std::string text = first_spec(options);
  const std::string folder = options.folder + "/";
  const std::string spec = folder + "cluster.yaml";
  const std::string schema = folder + std::string(schema_name);
  const std::string_view schema_text = embedded_text(schema_file);
  try {
    for (const std::string& path : {spec, schema}) {
      if (kind_at(path) == PathKind::absent) continue;
      if (path == schema && kind_at(path) == PathKind::file && read_file(path) == schema_text) continue;
      say(path + ": already exists; skiff does not overwrite it");
      return trouble;
    }
    if (kind_at(folder + ".") == PathKind::absent) make_folder(options.folder);
    write_file(schema, schema_text);
    write_file(spec, text);
  } catch (const DiskError& error) {
    say(error.message);
    return trouble;
  }
  return write_output(spec + "\n" + schema + "\n") ? good : trouble;
}

}  // namespace

Action init(Arguments& arguments, const Common&) {
  const auto options = std::make_shared<Options>();
  arguments.operand("DIR", options->folder, "The directory for cluster.yaml and the schema for editors", false);
  arguments.option("--name", options->name, "NAME", "Name of the cluster");
  arguments.flag("--trial", options->trial,
                 "Write the spec of a small cluster of unprivileged pods, for kind or a laptop (examples/quickstart)");
  return [options] { return run(*options); };
}

}  // namespace skiff::cli
