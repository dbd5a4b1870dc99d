#include "compile.h"

#include <optional>

#include "check/checker.h"
#include "diag/mask.h"
#include "emit/emit.h"
#include "lower/lower.h"
#include "plan/resolve.h"
#include "plan/secrets.h"
#include "read/path.h"
#include "read/reader.h"
#include "rules/judge.h"
#include "spec/bind.h"
#include "spec/take_files.h"
#include "verify/verify_plan.h"

namespace skiff {
namespace {

/// The passes after the tree was parsed and checked against the schema.
void compile_tree(const Node& root, const SpecFileReader& read_spec_file, Compilation& result) {
  std::optional<spec::Cluster> cluster = bind(root, cluster_schema());
  take_files(*cluster, read_spec_file, result.diagnostics);
  const plan::Plan plan = resolve(*cluster, result.diagnostics);
  if (has_errors(result.diagnostics)) return;
  for (auto& found : judge(plan, *cluster)) result.diagnostics.push_back(std::move(found));
  if (has_errors(result.diagnostics)) return;
  // From here on only the plan is needed, and the objects of a large cluster need the memory.
  cluster.reset();
  Lowered lowered = lower(plan);
  for (auto& found : verify_plan(plan, lowered)) result.diagnostics.push_back(std::move(found));
  if (has_errors(result.diagnostics)) return;
  result.secrets = plan::named_secrets(plan);
  result.ns = *plan.ns;
  result.cluster_name = *plan.name;
  result.bundle = emit(plan, std::move(lowered.bundle));
}

}  // namespace

Compilation compile(std::string_view spec_text, const SpecFileReader& read_spec_file) {
  Compilation result;
  ReadResult document = read(spec_text);
  result.root = std::move(document.root);
  result.diagnostics = std::move(document.diagnostics);
  if (!has_errors(result.diagnostics))
    for (auto& found : check(result.root, cluster_schema())) result.diagnostics.push_back(std::move(found));
  if (!has_errors(result.diagnostics)) compile_tree(result.root, read_spec_file, result);
  locate(result.diagnostics, result.root);
  for (Diagnostic& diagnostic : result.diagnostics) diagnostic.value = masked(diagnostic.value);
  return result;
}

}  // namespace skiff
