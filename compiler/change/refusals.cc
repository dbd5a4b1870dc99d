#include "change/refusals.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "verify/formats.h"
#include "verify/object_set.h"

namespace skiff::change {
namespace {

constexpr std::string_view templates = "spec.volumeClaimTemplates";
constexpr std::string_view storage = "].spec.resources.requests.storage";
constexpr std::string_view apply_again = "kubectl apply -k out";
constexpr std::string_view refuses =
    "The API server refuses the whole object and leaves it as it is; all other objects are applied.";

std::string kubectl(const Object& object, std::string_view command) {
  std::string text = "kubectl ";
  if (!object.ns.empty()) text += "-n " + object.ns + " ";
  return text += command;
}

std::string removal(const Object& object, std::string_view option = {}) {
  return kubectl(object, "delete " + to_lower(object.kind) + " " + object.name + std::string(option));
}

/// The command that sets the size of each pod's claim. The claims of many pods are a range, for the shell.
std::string enlarge(const Object& set, std::string_view name, std::string_view size) {
  const Value* spec = set.value.find("spec");
  const std::int64_t count = spec ? number_of(*spec, "replicas", 1) : 1;
  const std::string stem = std::string(name) + "-" + set.name + "-";
  const std::string patch =
      " -p '{\"spec\": {\"resources\": {\"requests\": {\"storage\": \"" + std::string(size) + "\"}}}}'";
  if (count == 1) return kubectl(set, "patch pvc " + stem + "0") + patch;
  return "for claim in " + stem + "{0.." + std::to_string(count - 1) + "}; do " + kubectl(set, "patch pvc \"$claim\"") +
         patch + "; done";
}

bool is_grown(const Difference& difference) {
  if (difference.how != How::changed || difference.before->kind != Value::Kind::string ||
      difference.after->kind != Value::Kind::string)
    return false;
  const auto before = parse_quantity(difference.before->text), after = parse_quantity(difference.after->text);
  return before && after && *before < *after;
}

/// True for the whole template of a claim from `storage`, or all of them: that of a daemon's data has another name.
bool is_of_each_pod(const Difference& difference) {
  const auto is_one = [](const Value& claim) {
    const Value* name = claim.at({"metadata", "name"});
    return name && name->text.str().starts_with("storage-");
  };
  if (difference.how == How::changed) return false;
  const Value& value = difference.how == How::added ? *difference.after : *difference.before;
  return value.kind == Value::Kind::list ? std::ranges::all_of(value.items, is_one) : is_one(value);
}

/// The labels by which the StatefulSet selects its pods: `a=b,c=d`.
std::string selector_of(const Object& set) {
  std::string selector;
  if (const Value* labels = set.value.at({"spec", "selector", "matchLabels"}))
    for (const Member& label : labels->members)
      selector += (selector.empty() ? "" : ",") + label.key.str() + "=" + label.value.text.str();
  return selector;
}

Outcome pod_claim_templates(const Object& set, const Difference& difference) {
  const std::string orphan = removal(set, " --cascade=orphan");
  if (difference.how == How::removed)
    return {Class::refused,
            std::string(refuses) +
                " Replace it without its pods. The claims stay with their data, but no new pod mounts them.",
            {orphan, std::string(apply_again)}};
  // The StatefulSet controller would try to add the volume to the pods, which the API server refuses, and would do
  // nothing else (UpdateStatefulPod in pkg/controller/statefulset/stateful_pod_control.go).
  return {
      Class::refused,
      std::string(refuses) +
          " Pods that exist cannot get another volume, and a StatefulSet with such pods starts no others, so delete "
          "them too. The second command waits until they are gone; the nodes of workers drain first.",
      {orphan, kubectl(set, "delete pods --selector=" + selector_of(set)), std::string(apply_again)}};
}

Outcome claim_templates(const Object& set, const Difference& difference) {
  const std::string_view path = difference.path;
  const std::size_t open = path.find('['), close = path.find(']');
  const bool whole = open == std::string_view::npos || close + 1 == path.size();
  if (whole && is_of_each_pod(difference)) return pod_claim_templates(set, difference);
  if (whole)
    return {Class::refused,
            std::string(refuses) + " With another volume, the pods of a new StatefulSet would find no data.",
            {kubectl(set, "scale statefulset " + set.name + " --replicas=0"),
             "Copy the data from the old claims to the new ones.", removal(set), std::string(apply_again)}};
  const std::string name(path.substr(open + 1, close - open - 1));
  if (path.ends_with(storage) && is_grown(difference)) {
    return {
        Class::refused,
        std::string(refuses) +
            " Enlarge the claims by hand, which their storage class must allow (allowVolumeExpansion). Then replace "
            "the StatefulSet without its pods.",
        {enlarge(set, name, difference.after->text), removal(set, " --cascade=orphan"), std::string(apply_again)}};
  }
  return {
      Class::refused,
      std::string(refuses) +
          " With the steps below, the claims that exist stay as they are, and only later claims have the new value. "
          "To change an existing volume, copy its data to another claim.",
      {removal(set, " --cascade=orphan"), std::string(apply_again)}};
}

}  // namespace

Outcome refusal(const Object& before, const Difference& difference) {
  const std::string_view path = difference.path;
  if (before.kind == "StatefulSet") {
    if (path.starts_with(templates)) return claim_templates(before, difference);
    if (!path.starts_with("spec.selector"))
      return {Class::refused,
              std::string(refuses) + " Replace it without its pods.",
              {removal(before, " --cascade=orphan"), std::string(apply_again)}};
    return {
        Class::refused,
        std::string(refuses) + " The pods that exist would not belong to a new StatefulSet, so delete them with it.",
        {removal(before), std::string(apply_again)}};
  }
  if (before.kind == "PersistentVolumeClaim")
    return {Class::refused,
            std::string(refuses) + " A claim can only be enlarged. Move the data to a new claim instead.",
            {"Add a claim with another name to spec.storage, and apply.", "Copy the data to the new claim.",
             "Replace the old name in the spec by the new one, and apply.", removal(before)}};
  if (before.kind == "PersistentVolume") {
    std::vector<std::string> steps = {
        "Add a volume with another name to spec.storage, and apply.",
        "Replace the old name in the spec by the new one, remove the old volume, and apply."};
    if (const Value* claim = before.value.at({"spec", "claimRef"}))
      steps.push_back("kubectl -n " + std::string(text_of(*claim, "namespace")) + " delete persistentvolumeclaim " +
                      std::string(text_of(*claim, "name")));
    steps.push_back(removal(before));
    return {Class::refused,
            std::string(refuses) + " Its files stay where they are. Another volume can have the new value.",
            std::move(steps)};
  }
  if (before.kind == "Job")
    return {Class::refused,
            std::string(refuses) + " Delete the Job; a run that has not ended is lost.",
            {removal(before), std::string(apply_again)}};
  if (before.kind == "Deployment")
    return {Class::refused,
            std::string(refuses) + " Delete it; until the new pods are ready, nothing answers.",
            {removal(before), std::string(apply_again)}};
  if (before.kind == "Service")
    return {Class::refused,
            std::string(refuses) + " Delete it; until the new one exists, its name does not resolve.",
            {removal(before), std::string(apply_again)}};
  if (before.kind == "RoleBinding" || before.kind == "ClusterRoleBinding")
    return {Class::refused,
            std::string(refuses) + " Delete it; until the new one exists, its account has no permission.",
            {removal(before), std::string(apply_again)}};
  return {Class::refused, std::string(refuses)};
}

Outcome expansion_outcome(const Object& claim) {
  const Value* name = claim.value.at({"spec", "storageClassName"});
  if (name && name->text.str().empty())
    return {Class::refused,
            std::string(refuses) + " It has no storage class that could enlarge its volume.",
            {"Undo the change of the size in the spec. Nothing enforces it."}};
  return {
      Class::unknown,
      "If the storage class allows it (allowVolumeExpansion), the volume is enlarged. Otherwise the API server refuses "
      "the claim and leaves it as it is."};
}

}  // namespace skiff::change
