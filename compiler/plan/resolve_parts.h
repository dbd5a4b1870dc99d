#pragma once

#include <span>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "plan/names.h"
#include "plan/plan.h"
#include "provenance/constant.h"
#include "spec/refuse.h"
#include "spec/spec.h"

// The parts of `resolve`, one file per part of the cluster, and the functions that they share.

namespace skiff {

plan::Pairs resolve_pairs(const spec::TextMap& map);
plan::Pairs resolve_settings(const spec::Settings& settings);
/// The same for sshd_config(5), which writes lists and booleans differently from Slurm.
plan::Pairs resolve_sshd(const spec::Settings& settings);
plan::Texts resolve_texts(const spec::Texts& texts);
plan::Placement resolve_placement(const spec::Placement& placement);
plan::Resources resolve_resources(const spec::Resources& resources);
plan::Service resolve_service(const spec::Service& service, plan::Int port);
/// The seconds of a duration such as `10m`.
plan::Int resolve_seconds(const spec::Text& duration);

template <class T>
std::optional<Tracked<T>> resolve_optional(const Field<T>& field) {
  if (!field) return std::nullopt;
  return field.tracked();
}

/// Reports a part of the spec that has not exactly one of `configMapName` and `secretName`.
bool names_one_object(const auto& source, Diagnostics& diagnostics) {
  if (source.config_map_name && source.secret_name)
    forbid(diagnostics, "SKF206", source.secret_name, "may not be specified together with configMapName");
  else if (!source.config_map_name && !source.secret_name)
    require(diagnostics, "SKF206", source, "configMapName", "give exactly one of configMapName, secretName");
  else
    return true;
  return false;
}

/// Nothing if the part does not name exactly one object, which is reported.
inline std::optional<plan::SourceKey> resolve_source_key(const spec::SourceKey& source, Diagnostics& diagnostics) {
  if (!names_one_object(source, diagnostics)) return std::nullopt;
  return plan::SourceKey{resolve_optional(source.config_map_name), resolve_optional(source.secret_name),
                         source.key.tracked()};
}

/// Reports `Not found` with a suggestion, unless the field's value is one of `known`. `where` says where these are
/// defined, such as a field path.
bool check_known(std::string_view rule, const spec::Text& field, std::span<const std::string_view> known,
                 std::string_view where, Diagnostics& diagnostics);

/// The names of spec.storage.
std::vector<std::string_view> volume_names(const plan::Plan& plan);

plan::Target resolve_target(const spec::Target& target);
plan::Auth resolve_auth(const spec::ClusterSpec& spec, const plan::Text& cluster, Diagnostics& diagnostics);
plan::Images resolve_images(const spec::ClusterSpec& spec);
/// `why` is why the pod has the directory.
plan::EmptyDir resolve_empty_dir(const spec::EmptyDir& dir, const Origin& why);
std::vector<plan::Volume> resolve_storage(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                          Diagnostics& diagnostics);
/// Adds the volume with their files to the storage of the plan. Reports a group that does not exist.
std::optional<plan::Users> resolve_users(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics);
/// Adds the volume with the sockets of sssd to the storage of the plan.
std::optional<plan::Directory> resolve_directory(const spec::ClusterSpec& spec, plan::Plan& plan,
                                                 Diagnostics& diagnostics);
/// Reports a storage or partition that does not exist.
std::optional<plan::Jail> resolve_jail(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
/// Reports a storage that does not exist.
std::optional<plan::Pyxis> resolve_pyxis(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                         Diagnostics& diagnostics);
std::optional<plan::Oci> resolve_oci(const spec::ClusterSpec& spec);
std::vector<plan::SpankPlugin> resolve_plugstack(const std::vector<spec::SpankPlugin>& plugins);
/// The mounts of one node set, or with nullptr those of the login pods. The mounts of the jail itself come first.
std::vector<plan::Mount> resolve_mounts(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                        const plan::Text* node_set);
/// The directories of a pod to which all of its users write: `own`, which it has in any case, and the empty directories
/// among its mounts.
plan::Texts resolve_shared_folders(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                   std::span<const std::string_view> own, const std::vector<plan::Mount>& mounts);
/// Reports names in `mounts` that no storage or node set has.
void check_mounts(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
/// The site's files. Pods mount a file if slurmctld of the target release does not send it to them.
std::vector<plan::SiteFile> resolve_site_files(const spec::ClusterSpec& spec, const plan::Plan& plan);
/// The site's programs. If a hook also runs health checks, these are included.
std::vector<plan::Hook> resolve_hooks(const spec::ClusterSpec& spec, const plan::Plan& plan);
plan::Endpoint resolve_nodes(const plan::Plan& plan);
plan::Controller resolve_controller(const spec::ClusterSpec& spec, const plan::Plan& plan);
std::optional<plan::Accounting> resolve_accounting(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                                   Diagnostics& diagnostics);
/// The accounting records of the spec, with licenses that have a server and the QOS that partitions name; std::nullopt
/// if there are none.
std::optional<plan::Policy> resolve_policy(const spec::ClusterSpec& spec);
plan::NodeSet resolve_node_set(const spec::NodeSet& set, const spec::ClusterSpec& spec, const plan::Plan& plan,
                               Diagnostics& diagnostics);
/// Takes each value from the spec or else from the catalogue entry. Reports required values that neither has.
void resolve_rdma(const spec::NodeSet& set, plan::NodeSet& resolved, Diagnostics& diagnostics);
/// Sets how long the pods of each set wait for their jobs before they stop: the set's `gracePeriod`, or else the
/// longest time limit of its partitions, at most a week.
void resolve_grace(const spec::ClusterSpec& spec, plan::Plan& plan);
std::vector<plan::Partition> resolve_partitions(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                                Diagnostics& diagnostics);
/// The licenses of slurm.conf, such as fluent:30.
std::vector<plan::Text> resolve_licenses(const spec::ClusterSpec& spec);
/// The licenses of the accounting database.
std::vector<plan::AccountingRecord> resolve_resources(const spec::ClusterSpec& spec);
/// Leaves out node sets that do not exist, which a rule reports.
std::vector<plan::Reservation> resolve_reservations(const spec::ClusterSpec& spec, const plan::Plan& plan);
/// Reports a node set, node or switch that does not exist.
std::vector<plan::Topology> resolve_topologies(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                               Diagnostics& diagnostics);
/// Adds DefMemPerCPU and DefMemPerGPU to partitions that have neither them nor DefMemPerNode: the memory of a node by
/// its CPUs or GPUs, the least of the partition's sets. Without them, each job would get the whole memory of its nodes.
void resolve_default_memory(const spec::ClusterSpec& spec, plan::Plan& plan);
/// Multiplies the default CPUs and memory of slurmctld and of the login pods by a factor that grows with the nodes.
void resolve_daemon_resources(const spec::ClusterSpec& spec, plan::Plan& plan);
plan::Login resolve_login(const spec::Login& login, const spec::ClusterSpec& spec, const plan::Plan& plan,
                          Diagnostics& diagnostics);
std::optional<plan::NodeSsh> resolve_node_ssh(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
std::optional<plan::RestApi> resolve_rest_api(const spec::ClusterSpec& spec, const plan::Plan& plan);
/// Reports names of limits and checks that skiff-health does not have.
std::optional<plan::Health> resolve_health(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
plan::Monitoring resolve_monitoring(const spec::ClusterSpec& spec, const plan::Plan& plan);
/// Adds the actions after a drain to the plan's health. Reports node sets and checks that do not exist.
void resolve_after_drain(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics);
/// Adds the benchmarks to the plan's health. Reports names that do not exist, and floors that the catalogue lacks.
void resolve_benchmarks(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics);

}  // namespace skiff
