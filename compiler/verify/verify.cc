#include "verify/verify.h"

#include <set>
#include <tuple>

#include "verify/checks.h"
#include "verify/fields.h"
#include "verify/references.h"

namespace skiff {
namespace {

// Merges diagnostics, so that one mistake in the spec is reported once, in however many objects it appears. Of
// diagnostics with the same rule and the same location in the spec, whose messages differ only in the object, the first
// one remains.
void merge_equal(Diagnostics& out) {
  const auto text = [](const Diagnostic& d) { return std::string_view(d.message).substr(0, d.message.rfind(" (")); };
  const auto key = [&](const Diagnostic& d) { return std::tuple(d.rule, d.span, text(d)); };
  std::set<decltype(key(out[0]))> seen;
  Diagnostics kept;
  for (Diagnostic& d : out) {
    // Without a location in the spec, only the object distinguishes them. `seen` has views into `out`, so copy.
    if (d.span != Span{} && !seen.insert(key(d)).second) continue;
    kept.push_back(d);
  }
  out = std::move(kept);
}

}  // namespace

Diagnostics verify(const VerifyInput& input) {
  Diagnostics out;
  const ObjectSet set(input);
  FieldCheck check_fields(field_table(), input.kubernetes.minor, out);
  const ReferenceCheck check_references(input, set, out);
  for (const Item& item : set.items()) {
    check_fields(item);
    check_names(item, out);
    check_pod(item, out);
    check_references(item);
    check_selectors(set, item, out);
    check_monitors(set, item, out);
    check_security(set, item, out);
    check_users(item, out);
  }
  check_config_maps(input, set, out);
  check_slurm(input, out);
  check_plugins(input, out);
  check_companions(input, out);
  check_numbers(input, out);
  check_options(input, out);
  check_reserved_cores(input, out);
  check_job_container(input, out);
  check_oci(input, out);
  check_site_files(input, out);
  check_cross(input, set, out);
  if (out.size() > 1) merge_equal(out);
  return out;
}

}  // namespace skiff
