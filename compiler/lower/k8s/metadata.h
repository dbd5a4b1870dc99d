#pragma once

#include "plan/plan.h"
#include "tree/to_value.h"

// What names and finds objects.

namespace skiff {

/// A workload or Service of one component.
struct Component {
  plan::Text daemon;     ///< app.kubernetes.io/name
  plan::Text component;  ///< app.kubernetes.io/component
  plan::Text object;     ///< metadata.name
};

/// The recommended labels, then the user's.
Value labels(const plan::Plan& plan, const Component& component);
/// The labels that select its pods: name, instance and component. They can never change.
Value selector(const plan::Plan& plan, const Component& component);
/// metadata of an object in the cluster's namespace.
Value metadata(const plan::Plan& plan, const Component& component, const plan::Text& name);
inline Value metadata(const plan::Plan& plan, const Component& component) {
  return metadata(plan, component, component.object);
}
/// The same of an object that stands in no namespace.
Value cluster_metadata(const plan::Plan& plan, const Component& component, const plan::Text& name);
/// Labels of a pod template: those of the workload and further ones of the user.
Value pod_labels(Value labels, const plan::Pairs& more);

}  // namespace skiff
