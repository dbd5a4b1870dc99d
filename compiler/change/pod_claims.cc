#include "change/pod_claims.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/join.h"
#include "verify/object_set.h"

namespace skiff::change {
namespace {

/// The claims of all pods: `data-db-0, state-db-0`, or `scratch-cpu-0 to scratch-cpu-3`.
std::string claims_of(const Object& set) {
  const Value& spec = *set.value.find("spec");
  const std::int64_t last = number_of(spec, "replicas", 1) - 1;
  std::vector<std::string> names;
  for (const Value& claim : items_of(spec, "volumeClaimTemplates"))
    if (const Value* name = claim.at({"metadata", "name"})) {
      const std::string stem = name->text.str() + "-" + set.name + "-";
      names.push_back(last > 0 ? stem + "0 to " + stem + std::to_string(last) : stem + "0");
    }
  return joined(names, ", ");
}

bool has_claim_templates(const Object& set) {
  const Value* spec = set.kind == "StatefulSet" ? set.value.find("spec") : nullptr;
  return spec && !items_of(*spec, "volumeClaimTemplates").empty();
}

/// True if Kubernetes deletes the claims that the StatefulSet made. `when` is a field of its
/// persistentVolumeClaimRetentionPolicy: whenDeleted or whenScaled.
bool deletes_claims(const Object& set, std::string_view when) {
  const Value* policy = set.value.at({"spec", "persistentVolumeClaimRetentionPolicy"});
  // The API server's default is Retain.
  return has_claim_templates(set) && policy && text_of(*policy, when) == "Delete";
}

}  // namespace

Outcome retention_outcome(const Object& set) {
  const bool deleted = deletes_claims(set, "whenDeleted"), scaled = deletes_claims(set, "whenScaled");
  std::string text = "From now on, Kubernetes ";
  if (deleted && scaled)
    text +=
        "deletes the claims when the StatefulSet is deleted, and those of a pod when replicas no longer includes it.";
  else if (deleted)
    text += "deletes the claims when the StatefulSet is deleted.";
  else if (scaled)
    text += "deletes the claims of a pod when replicas no longer includes it.";
  else
    text += "deletes none of the claims.";
  return {Class::live, std::move(text)};
}

Outcome with_claims_of_fewer_pods(Outcome outcome, const Object& set) {
  if (!has_claim_templates(set)) return outcome;
  if (deletes_claims(set, "whenScaled")) {
    outcome.value = Class::loses_data;
    outcome.consequence += " Kubernetes then deletes the claims of these pods, and their data is lost.";
  } else {
    outcome.consequence += " The claims of these pods stay. Later pods of the same names get them again.";
  }
  return outcome;
}

Outcome with_claims_of_removed_set(Outcome outcome, const Object& set) {
  if (!has_claim_templates(set)) return outcome;
  outcome.value = Class::loses_data;
  outcome.consequence += deletes_claims(set, "whenDeleted")
                             ? " Its claims are deleted with it (" + claims_of(set) + "), and their data is lost."
                             : " Its claims stay with their data (" + claims_of(set) + "), but no pod mounts them.";
  return outcome;
}

}  // namespace skiff::change
