#include "verify/verify.h"

#include "verify/checks.h"
#include "verify/fields.h"
#include "verify/references.h"

namespace skiff {

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
    check_security(set, item, out);
  }
  check_config_maps(input, set, out);
  check_slurm(input, out);
  check_cross(input, set, out);
  return out;
}

}  // namespace skiff
