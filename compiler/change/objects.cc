#include "change/objects.h"

#include <algorithm>
#include <array>
#include <utility>

#include "change/group.h"
#include "change/immutable.h"
#include "change/pod_claims.h"
#include "change/refusals.h"
#include "change/workloads.h"
#include "verify/object_set.h"

namespace skiff::change {
namespace {

using Effect = ImmutableRow::Effect;

/// The class of a load balancer may change together with the type of the Service (validateLoadBalancerClassField in
/// pkg/apis/core/validation/validation.go).
bool is_of_another_type(const Object& before, const Object& after, const Difference& difference) {
  const auto is_balancer = [](const Object& service) {
    const Value* type = service.value.at({"spec", "type"});
    return type && type->text == "LoadBalancer";
  };
  return after.kind == "Service" && difference.path == "spec.loadBalancerClass" &&
         is_balancer(before) != is_balancer(after);
}

Outcome outcome_of(const Object& before, const Object& after, const Difference& difference, Version kubernetes) {
  if (is_of_another_type(before, after, difference)) return {Class::live, "Kubernetes applies it at once."};
  const ImmutableRow* row = immutable_row(after.kind, difference, kubernetes);
  if (!row) return {Class::unknown, "skiff does not know what a change of this field does."};
  switch (row->effect) {
    case Effect::refused:
      return refusal(before, difference);
    case Effect::unknown:
      return {Class::unknown, "What this does depends on the objects in the cluster, which skiff does not know."};
    case Effect::live:
      return {Class::live, "Kubernetes applies it at once."};
    case Effect::pods:
      return template_outcome(after);
    case Effect::strategy:
      return strategy_outcome(after);
    case Effect::fewer_pods:
      return with_claims_of_fewer_pods(fewer_pods_outcome(after, difference), after);
    case Effect::next_mount:
      return {
          Class::pods,
          "Each Kubernetes node uses it when it next mounts the volume. So it has no effect on a node as long as a pod "
          "there has the volume mounted."};
    case Effect::retention:
      return retention_outcome(after);
    case Effect::next_run:
      return {Class::live, "The next run uses it. A run that has begun keeps the old values."};
    case Effect::next_pod:
      return next_pod_outcome();
    case Effect::expand:
      return expansion_outcome(after);
  }
  return {};
}

/// An object that the API server refuses is refused as a whole. So it has one workaround, and its other differences
/// wait. Only claims have steps of their own.
void settle(const std::vector<Difference>& differences, std::vector<Outcome>& outcomes) {
  const auto is_claim = [](const Difference& one) { return one.path.starts_with("spec.volumeClaimTemplates"); };
  bool refused = false;
  const Outcome* way = nullptr;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].value < Class::refused) continue;
    refused = true;
    // With another selector, no pod that exists can be kept.
    const bool selector = differences[i].path.starts_with("spec.selector");
    if (!is_claim(differences[i]) && (!way || selector)) way = &outcomes[i];
  }
  if (!refused) return;
  const Outcome settled = way ? *way : Outcome();
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].value < Class::refused) {
      outcomes[i].consequence = "When the object is no longer refused: " + outcomes[i].consequence;
    } else if (way && !is_claim(differences[i])) {
      outcomes[i] = settled;
    }
  }
}

/// True for a claim whose PersistentVolume is in the output, too.
bool has_own_volume(const Object& claim) { return claim.value.at({"spec", "volumeName"}) != nullptr; }

Outcome removal(const Object& object) {
  const std::string kept = "kubectl apply leaves it in the cluster until you delete it; ";
  const std::string pruned = "Argo CD and Flux delete it if they prune.";
  if (object.kind == "PersistentVolumeClaim") {
    const Value* annotations = object.value.at({"metadata", "annotations"});
    const bool safe = annotations && text_of(*annotations, "kustomize.toolkit.fluxcd.io/prune") == "disabled";
    return {Class::loses_data, kept + (safe ? "its annotations keep Argo CD and Flux from deleting it." : pruned) +
                                   " Nothing mounts it any more. " +
                                   (has_own_volume(object) ? "Its files stay, even if it is deleted."
                                                           : "Its data is lost when it is deleted.")};
  }
  if (object.kind == "PersistentVolume") return {Class::live, kept + "its files stay, even if it is deleted."};
  if (object.kind == "Namespace")
    return {Class::loses_data,
            kept + pruned + " All objects in it are deleted with it, and so is the data of its claims."};
  if (object.kind == "StatefulSet" || object.kind == "Deployment" || object.kind == "PodTemplate")
    return with_claims_of_removed_set(removed_workload_outcome(object), object);
  if (object.kind == "CronJob") return {Class::live, kept + pruned + " Until then, it continues to run."};
  constexpr std::array<std::string_view, 9> harmless = {
      "ClusterRole", "ClusterRoleBinding", "ConfigMap", "Job",           "PodDisruptionBudget",
      "Role",        "RoleBinding",        "Service",   "ServiceAccount"};
  if (std::ranges::find(harmless, object.kind) != harmless.end()) return {Class::live, kept + pruned};
  return {Class::unknown, "skiff does not know what the removal of this object does."};
}

Change whole(const Object& object, How how, Outcome outcome, std::vector<Decision> decided) {
  FieldChange field;
  field.how = how;
  field.decided = std::move(decided);
  return {outcome.value,           title(object), how, {std::move(field)}, std::move(outcome.consequence),
          std::move(outcome.steps)};
}

}  // namespace

std::string title(const Object& object) {
  return object.kind + " " + (object.ns.empty() ? "" : object.ns + "/") + object.name;
}

std::vector<Change> object_changes(const Object& before, const Object& after, Version kubernetes,
                                   Decisions& decisions) {
  Grouped changes(title(after));
  const std::vector<Difference> all = differences(before.value, after.value);
  std::vector<Outcome> outcomes;
  for (const Difference& difference : all) outcomes.push_back(outcome_of(before, after, difference, kubernetes));
  settle(all, outcomes);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Difference& difference = all[i];
    FieldChange field;
    field.path = difference.path;
    field.how = difference.how;
    // Only that a hash changed matters, not its value.
    if (!difference.path.ends_with("[\"skiff/restart-hash\"]")) {
      if (difference.before) field.before = shown(*difference.before);
      if (difference.after) field.after = shown(*difference.after);
    }
    field.decided = decisions.of(decisions.lines_of(before.file, difference.before),
                                 decisions.lines_of(after.file, difference.after));
    changes.add(std::move(outcomes[i]), std::move(field));
  }
  return std::move(changes).take();
}

Change added_object(const Object& object, Decisions& decisions) {
  return whole(object, How::added, {Class::live, "Kubernetes creates it."},
               decisions.of({}, decisions.lines_of(object.file, &object.value)));
}

Change removed_object(const Object& object, Decisions& decisions) {
  return whole(object, How::removed, removal(object), decisions.of(decisions.lines_of(object.file, &object.value), {}));
}

}  // namespace skiff::change
