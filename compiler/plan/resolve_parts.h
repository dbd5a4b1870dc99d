#pragma once

#include <span>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "plan/names.h"
#include "plan/plan.h"
#include "provenance/constant.h"
#include "spec/spec.h"

// The parts of `resolve`, one file a part of the cluster, and what they share.

namespace skiff {

plan::Pairs resolve_pairs(const spec::TextMap& map);
plan::Pairs resolve_settings(const spec::Settings& settings);
/// The same for sshd_config(5), whose lists and booleans are written otherwise than Slurm's.
plan::Pairs resolve_sshd(const spec::Settings& settings);
plan::Texts resolve_texts(const spec::Texts& texts);
plan::Placement resolve_placement(const spec::Placement& placement);
plan::Resources resolve_resources(const spec::Resources& resources);
plan::Service resolve_service(const spec::Service& service, plan::Int port);
/// `10m` in seconds.
plan::Int resolve_seconds(const spec::Text& duration);

template <class T>
std::optional<Tracked<T>> resolve_optional(const Field<T>& field) {
  if (!field) return std::nullopt;
  return field.tracked();
}

/// `Not found` with a suggestion, unless the field's value is one of `known`. `where` is the field path that defines them.
/// Returns true if it is known.
bool report_unknown(std::string_view rule, const spec::Text& field, std::span<const std::string_view> known,
                    std::string_view where, Diagnostics& diagnostics);

plan::Target resolve_target(const spec::Target& target);
plan::Auth resolve_auth(const spec::ClusterSpec& spec);
plan::Images resolve_images(const spec::ClusterSpec& spec);
std::vector<plan::Volume> resolve_storage(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                          Diagnostics& diagnostics);
/// Reports a storage or partition that is not there.
std::optional<plan::Jail> resolve_jail(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
/// Reports a storage that is not there.
std::optional<plan::Pyxis> resolve_pyxis(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
std::vector<plan::SpankPlugin> resolve_plugstack(const std::vector<spec::SpankPlugin>& plugins);
/// The mounts of one node set, or with nullptr those of the login pods; the jail's own come first.
std::vector<plan::Mount> resolve_mounts(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                        const plan::Text* node_set);
/// Reports names in `mounts` that no storage or node set has.
void check_mounts(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
/// Which pods need a mount of each file, as slurmctld of the release does not send it to them.
std::vector<plan::SiteFile> resolve_site_files(const spec::ClusterSpec& spec, const plan::Plan& plan);
/// The site's programs, with those of the health checks among them.
std::vector<plan::Hook> resolve_hooks(const spec::ClusterSpec& spec, const plan::Plan& plan);
plan::Endpoint resolve_nodes(const plan::Plan& plan);
plan::Controller resolve_controller(const spec::ClusterSpec& spec, const plan::Plan& plan);
std::optional<plan::Accounting> resolve_accounting(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                                   Diagnostics& diagnostics);
/// The accounting records of the spec, and the QOS that partitions name; std::nullopt where there are none.
std::optional<plan::Policy> resolve_policy(const spec::ClusterSpec& spec);
plan::NodeSet resolve_node_set(const spec::NodeSet& set, const spec::ClusterSpec& spec, const plan::Plan& plan,
                               Diagnostics& diagnostics);
/// The spec's own words over the catalogue entry's. Reports what neither says.
void resolve_rdma(const spec::NodeSet& set, plan::NodeSet& resolved, Diagnostics& diagnostics);
/// How long each set's pods may wait for their jobs when they are to go: the longest job of their partitions, at most a week.
void resolve_grace(const spec::ClusterSpec& spec, plan::Plan& plan);
std::vector<plan::Partition> resolve_partitions(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                                Diagnostics& diagnostics);
plan::Login resolve_login(const spec::Login& login, const spec::ClusterSpec& spec, const plan::Plan& plan);
std::optional<plan::RestApi> resolve_rest_api(const spec::ClusterSpec& spec, const plan::Plan& plan);
/// Reports names of limits and checks that skiff-health does not have.
std::optional<plan::Health> resolve_health(const spec::ClusterSpec& spec, Diagnostics& diagnostics);
/// What follows a drain, into the plan's health. Reports node sets and checks that nothing has.
void resolve_after_drain(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics);
/// The long checks, into the plan's health. Reports names that nothing has, and floors that the catalogue lacks.
void resolve_benchmarks(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics);

}  // namespace skiff
