#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/sidecar.h"
#include "plan/names.h"
#include "provenance/constant.h"

namespace skiff {

Rights service_token_rights(const plan::Plan& plan) {
  if (plan.auth.service_tokens.empty()) return {};
  Rights rights;
  Value names = Value::list();
  for (const plan::ServiceToken& token : plan.auth.service_tokens) {
    rights.why |= token.secret.origin;
    rights.objects.push_back(fill(
        templates::k8s_service_token_secret,
        {{"metadata", metadata(plan, {constant("slurmctld"), constant("token"), token.secret})}}, token.secret.origin));
    names.items.push_back(to_value(token.secret));
  }
  names.origin = rights.why;
  const Component component{constant("slurmctld"), constant("controller"), object_name(plan.name, "service-tokens")};
  const Value meta = metadata(plan, component);
  rights.objects.push_back(
      fill(templates::k8s_service_tokens_role, {{"metadata", meta}, {"names", std::move(names)}}, rights.why));
  rights.objects.push_back(role_binding(plan, meta, rights.why));
  return rights;
}

}  // namespace skiff
