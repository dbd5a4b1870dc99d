#include "cli/explain.h"

#include <algorithm>
#include <memory>

#include "cli/io.h"
#include "cli/verbs.h"
#include "output/disk.h"

namespace skiff::cli {
namespace {

bool is_rule_id(std::string_view target) {
  return target.size() == 6 && (target.starts_with("SKF") || target.starts_with("skf")) &&
         std::ranges::all_of(target.substr(3), [](char c) { return c >= '0' && c <= '9'; });
}

int answer(const std::optional<std::string>& text, const std::string& problem) {
  if (text) return write_output(*text) ? good : trouble;
  say(problem);
  return trouble;
}

int run(const ExplainOptions& options, const Common& common) {
  if (is_rule_id(options.target)) return answer(explain_rule(options.target), "there is no rule " + options.target);
  std::string problem;
  const std::optional<LineTarget> line = line_target(options.target);
  // A field can be explained without a spec.
  const bool absent =
      options.spec == "cluster.yaml" && !options.spec_given && kind_at(options.spec) == PathKind::absent;
  if (absent && !line) return answer(explain_field(options.target, nullptr, problem), problem);
  if (absent) return answer(std::nullopt, options.spec + ": there is no such file; give the spec with -f");
  const Session session = compile_spec(options.spec, common);
  if (session.exit) return session.exit;
  if (line) return answer(explain_line(*line, session, options.output, problem), problem);
  return answer(explain_field(options.target, &session, problem), problem);
}

}  // namespace

Action explain(Arguments& arguments, const Common& common) {
  const auto options = std::make_shared<ExplainOptions>();
  options->spec.clear();
  arguments.operand(
      "TARGET", options->target,
      "A rule (SKF101), an output line (out/slurm/slurm.conf:42), or a field (spec.nodeSets[0].replicas)");
  arguments.option("-f,--file", options->spec, "FILE", "The spec (default cluster.yaml), or - for standard input");
  arguments.option("-o,--output", options->output, "DIR", "The directory that the spec was built into");
  return [options, &common] {
    options->spec_given = !options->spec.empty();
    if (!options->spec_given) options->spec = "cluster.yaml";
    return run(*options, common);
  };
}

}  // namespace skiff::cli
