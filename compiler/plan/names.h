#pragma once

#include <string_view>

#include "plan/plan.h"

// Names of objects, for the code that creates the objects and the code that refers to them.

namespace skiff {

/// The cluster's name and a fixed part: `atlas-slurmctld`.
plan::Text object_name(const plan::Text& cluster, std::string_view component);

/// The name of an object that belongs to no namespace: `slurm.atlas-after-drain`. Neither of the two parts can contain a
/// dot, so clusters in other namespaces have other names.
plan::Text cluster_wide_name(const plan::Text& ns, const plan::Text& object);

/// Names of the ConfigMaps.
plan::Text config_map_name(const plan::Plan& plan);
plan::Text slurmdbd_config_map_name(const plan::Plan& plan);
plan::Text sshd_config_map_name(const plan::Plan& plan, const plan::Login& login);
plan::Text node_ssh_config_map_name(const plan::Plan& plan);
plan::Text scripts_config_map_name(const plan::Plan& plan);
plan::Text users_config_map_name(const plan::Plan& plan);
plan::Text sssd_config_map_name(const plan::Plan& plan);
plan::Text checks_config_map_name(const plan::Plan& plan);
plan::Text benchmark_config_map_name(const plan::Benchmark& benchmark);
plan::Text health_config_map_name(const plan::Plan& plan, const plan::NodeSet& set);
plan::Text jail_config_map_name(const plan::Plan& plan, const plan::NodeSet& set);
plan::Text jail_login_config_map_name(const plan::Plan& plan);
plan::Text enroot_config_map_name(const plan::Plan& plan);

}  // namespace skiff
