#include "refused.h"

#include <algorithm>
#include <array>

#include "check/checker.h"
#include "emit/emit.h"
#include "lower/lower.h"
#include "plan/resolve.h"
#include "read/reader.h"
#include "rules/judge.h"
#include "spec/bind.h"
#include "spec/take_files.h"
#include "verify/verify_plan.h"

namespace skiff::mutants {
namespace {

// Each of these rules says that a daemon would exit, or would read the value in another way.
bool is_about_meaning(const Diagnostic& diagnostic) {
  constexpr std::array<std::string_view, 12> rules = {"SKF451", "SKF453", "SKF458", "SKF470", "SKF471", "SKF472",
                                                      "SKF473", "SKF474", "SKF477", "SKF478", "SKF479", "SKF485"};
  return diagnostic.severity != Severity::error || std::ranges::find(rules, diagnostic.rule) != rules.end();
}

}  // namespace

// The passes of compile.cc, which stops at the first one with an error.
std::optional<Compilation> compile_refused(std::string_view spec_text, const SpecFileReader& read_spec_file) {
  Compilation result;
  ReadResult document = read(spec_text);
  if (has_errors(document.diagnostics) || has_errors(check(document.root, cluster_schema()))) return std::nullopt;
  result.root = std::move(document.root);
  spec::Cluster cluster = bind(result.root, cluster_schema());
  Diagnostics earlier;
  take_files(cluster, read_spec_file, earlier);
  const plan::Plan plan = resolve(cluster, earlier);
  if (has_errors(earlier) || has_errors(judge(plan, cluster))) return std::nullopt;
  Lowered lowered = lower(plan);
  result.diagnostics = verify_plan(plan, lowered);
  if (!has_errors(result.diagnostics) || !std::ranges::all_of(result.diagnostics, is_about_meaning))
    return std::nullopt;
  result.bundle = emit(plan, std::move(lowered.bundle));
  return result;
}

}  // namespace skiff::mutants
