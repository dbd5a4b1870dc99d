#pragma once

#include "plan/plan.h"
#include "tree/to_value.h"

// Names, labels and selectors of objects.

namespace skiff {

/// A workload or Service of one component.
struct Component {
  plan::Text daemon;     ///< app.kubernetes.io/name
  plan::Text component;  ///< app.kubernetes.io/component
  plan::Text object;     ///< metadata.name
};

Component slurmctld_component(const plan::Plan& plan);

/// The labels that Kubernetes recommends, followed by the user's labels.
Value labels(const plan::Plan& plan, const Component& component);
/// The labels that select the pods of the component: name, instance and component. They can never change.
Value selector(const plan::Plan& plan, const Component& component);
/// The metadata of an object in the namespace of the cluster.
Value metadata(const plan::Plan& plan, const Component& component, const plan::Text& name);
inline Value metadata(const plan::Plan& plan, const Component& component) {
  return metadata(plan, component, component.object);
}
/// The same for a cluster-wide object, which has no namespace.
Value cluster_metadata(const plan::Plan& plan, const Component& component, const plan::Text& name);
/// The annotations of a metadata, to add more. Creates them if there are none.
Value& annotations_of(Value& metadata);
/// Adds annotations to the metadata with which Argo CD and Flux do not delete the object when it is no longer in the
/// output, nor when their application is deleted. For objects with data that nothing can restore. If the spec sets one
/// of these options, its value is used.
Value kept_when_pruned(const plan::Plan& plan, Value metadata);
/// Labels or annotations with additional ones. Of two with the same key, the additional one is taken.
Value with_pairs(Value map, const plan::Pairs& more);

}  // namespace skiff
