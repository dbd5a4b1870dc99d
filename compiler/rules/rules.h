#pragma once

#include <span>

#include "diag/diagnostic.h"
#include "diag/rule.h"
#include "plan/plan.h"
#include "spec/refuse.h"
#include "spec/spec.h"

// The functions that apply the rules. judge.cc lists them, judge_rules.cc has the titles of the rules, and SKFnnn.md
// gives the reasons.

namespace skiff {

using Judgement = void(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found);

// names.cc
Judgement rule_unique_names, rule_object_names, rule_partition_names, rule_namespace, rule_label_keys;
// nodes.cc
Judgement rule_some_nodes, rule_memory, rule_cores, rule_requests, rule_rdma_ports, rule_little_memory;
// partitions.cc
Judgement rule_one_default_partition, rule_partition_times, rule_partition_minutes, rule_partition_sizes,
    rule_partition_nodes, rule_exclusive_lists, rule_partition_groups;
// users.cc
Judgement rule_user_numbers, rule_user_keys, rule_users_and_jail, rule_user_homes, rule_user_names;
// login.cc
Judgement rule_user_authorities, rule_passwords, rule_user_limits;
Judgement rule_node_ssh, rule_node_host_keys;
// directory.cc
Judgement rule_directory;
// tokens.cc
Judgement rule_token_release, rule_key_set, rule_service_tokens;
// settings.cc
Judgement rule_owned_parameters, rule_records, rule_preemption, rule_prolog_flags, rule_sshd_keywords;
// releases.cc
Judgement rule_auth_release, rule_key_file, rule_cgroup_release, rule_rest_release;
// health.cc
Judgement rule_health_times, rule_health_space, rule_health_checks, rule_health_parameters;
// after_drain.cc
Judgement rule_after_drain, rule_pods_of_roles;
// benchmarks.cc
Judgement rule_benchmark_fields, rule_benchmark_names, rule_benchmark_nodes, rule_benchmark_times,
    rule_benchmark_accounting;
// jail.cc
Judgement rule_jail_mode, rule_jail_storage, rule_jail_capabilities, rule_jail_populate, rule_jail_exemptions,
    rule_jail_accounts, rule_jail_admins;
// containers.cc
Judgement rule_container_runtime, rule_import_cache, rule_enroot_settings, rule_oci;
// claims.cc
Judgement rule_claim_modes, rule_local_volumes;
// pod_claims.cc
Judgement rule_pod_claims;
// monitoring.cc
Judgement rule_gpu_jobs, rule_metrics, rule_scrape, rule_metrics_peers, rule_alerts;
// volumes.cc
Judgement rule_volume_uses, rule_read_only_volumes, rule_memory_volumes, rule_volume_release, rule_volume_fields;
// accounting.cc
Judgement rule_enforcement, rule_database_memory, rule_archive;
// policy.cc
Judgement rule_accounting_records;
// limits.cc
Judgement rule_limits_of_tres;
// licenses.cc
Judgement rule_licenses;
// reservations.cc
Judgement rule_reservations;
// mounts.cc
Judgement rule_mount_paths, rule_mount_node_sets;
// pods.cc
Judgement rule_toleration_fields, rule_state_claim;
// scaling.cc
Judgement rule_scaling_numbers, rule_scaling_times, rule_scaling_parameters;
// site_files.cc
Judgement rule_site_file_names, rule_site_files_needed, rule_site_files_read;
// scripts.cc
Judgement rule_script_paths, rule_task_epilog;
// topology.cc
Judgement rule_topology_fields, rule_topology_nodes, rule_block_sizes, rule_switch_tree, rule_topology_split,
    rule_topology_release, rule_topology_labels, rule_topology_parameters;
// services.cc
Judgement rule_service_fields, rule_node_ports, rule_source_ranges, rule_load_balancer_ip;

/// SKF3xx: rules that a schema cannot express.
std::span<const Rule> judge_rules();

}  // namespace skiff
