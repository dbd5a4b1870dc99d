#include "verify/verify.h"

#include "verify/checks.h"

namespace skiff {

Diagnostics verify(const VerifyInput& input) {
  Diagnostics out;
  const ObjectSet set(input);
  check_fields(input, set, field_table(), out);
  check_names(input, set, out);
  check_config_maps(input, set, out);
  check_pods(input, set, out);
  check_references(input, set, out);
  check_selectors(input, set, out);
  check_security(input, set, out);
  check_slurm(input, out);
  check_cross(input, set, out);
  return out;
}

}  // namespace skiff
