#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "tree/template.h"
#include "tree/to_value.h"

// What the objects of several components share.

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
/// Labels of a pod template: those of the workload and further ones of the user.
Value pod_labels(Value labels, const plan::Pairs& more);

/// The fillings that every pod template has: of the images, the same for all pods, and of the placement.
void add_image_holes(Holes& holes, const plan::Plan& plan);
void add_placement_holes(Holes& holes, const plan::Placement& placement);
void add_pod_holes(Holes& holes, const plan::Plan& plan, const plan::Placement& placement);
Value tolerations(const plan::Placement& placement);
/// Memory as request and limit, CPU as request.
Value daemon_resources(const plan::Resources& resources);

/// One port of a Service, which leads to the container port of the same name.
Value service_ports(std::string_view name, const plan::Int& port,
                    const std::optional<plan::Int>& node_port = std::nullopt);
/// Without ports it gives names alone.
Value headless_service(const plan::Plan& plan, const Component& component, Value ports);
Value front_service(const plan::Plan& plan, const Component& component, const plan::Service& service,
                    std::string_view port_name);
/// At most `max_unavailable` pods of the component are evicted at once.
Value disruption_budget(const plan::Plan& plan, const Component& component, plan::Int max_unavailable);

/// A claim template of a StatefulSet or a claim of its own, without metadata but the name.
Value claim_template(const plan::Volume& volume);

/// With auth/munge: the munged beside the daemons, its volumes and the mount of its socket; all `none` otherwise.
struct Munge {
  Value container, mount, volumes;
};
Munge munge(const plan::Plan& plan, const plan::Text& image);

/// How a user's commands find the configuration and prove who the user is: with auth/slurm by a sackd, which fetches
/// and keeps it; with auth/munge from the mounted ConfigMap, beside munged.
struct SlurmClient {
  Value container, mount;
  Value volumes = Value::list();
};
/// `users`: the mounts by which sackd knows users that its image does not.
SlurmClient slurm_client(const plan::Plan& plan, const std::vector<plan::Mount>& users = {});
/// A mount that can't be written to.
Value mount_at(std::string_view name, std::string_view path, const Origin& why);

/// The key of auth/slurm, and with `jwt` the REST API's, as items of the Secret's volume.
Value key_items(const plan::Plan& plan, bool jwt);
/// Where that of auth/slurm is mounted in pods that have no /etc/slurm.
Value key_path(const plan::Plan& plan);
/// Sources of the projected volume /etc/slurm: the configuration and the keys.
Value config_and_keys(const plan::Plan& plan);
/// Likewise the keys alone, as a volume and its mount; both `none` where no daemon reads a key file.
struct KeyFiles {
  Value mount, volume;
};
KeyFiles key_files(const plan::Plan& plan);

/// Mounts and volumes of the spec's storage. A pod with an fsGroup takes claims that it only reads as a whole read-only: the kubelet
/// would else give all of their files to that group.
Value volume_mounts(const std::vector<plan::Mount>& mounts);
enum class ClaimUse { write, read_only };
Value mounted_volumes(const plan::Plan& plan, const std::vector<plan::Mount>& mounts, ClaimUse use = ClaimUse::write);

Value exec_probe(std::vector<std::string_view> command, int period, int timeout, int failures);
/// HOST:PORT of slurmctld, for daemons that fetch their configuration.
Value conf_server(const plan::Plan& plan);

Value tcp_probe(std::string_view port, int period, int failures);
Value http_probe(const plan::Plan& plan, std::string_view path, std::string_view port, int failures);
/// The daemons answer HTTP from this release on.
inline constexpr Version http_probes{25, 11};

/// A container that waits until another component accepts connections.
Value wait_for(const plan::Plan& plan, std::string_view name, const plan::Text& image, const plan::Endpoint& peer);

/// The objects of a file. A list in braces would copy them, and a pod's template is large.
template <class... Objects>
std::vector<Value> objects_of(Objects&&... each) {
  std::vector<Value> objects;
  objects.reserve(sizeof...(each));
  (objects.push_back(std::forward<Objects>(each)), ...);
  return objects;
}

}  // namespace skiff
