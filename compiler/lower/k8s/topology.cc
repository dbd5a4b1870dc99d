#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/sidecar.h"
#include "plan/names.h"
#include "provenance/constant.h"

namespace skiff {

Rights topology_rights(const plan::Plan& plan) {
  const plan::Topology* labelled = plan::labelled_topology(plan.topologies);
  if (!labelled) return {};
  Rights rights;
  rights.why = labelled->from_node_label->origin;
  const Origin& why = rights.why;
  const Component component{constant("slurmctld"), constant("controller"), object_name(plan.name, "topology")};
  const Value meta = metadata(plan, component);
  rights.objects.push_back(fill(templates::k8s_topology_role, {{"metadata", meta}}, why));
  rights.objects.push_back(role_binding(plan, meta, why));
  const Value cluster = cluster_metadata(plan, component, cluster_wide_name(plan.ns, component.object));
  rights.objects.push_back(fill(templates::k8s_topology_cluster_role, {{"metadata", cluster}}, why));
  rights.objects.push_back(cluster_role_binding(plan, cluster, why));
  return rights;
}

}  // namespace skiff
