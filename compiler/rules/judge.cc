#include "rules/judge.h"

#include "rules/rules.h"

namespace skiff {

// Calls all rules. Each function is in the file of its subject.
Diagnostics judge(const plan::Plan& plan, const spec::Cluster& cluster) {
  Diagnostics found;
  for (const auto rule : {
           rule_unique_names,
           rule_object_names,
           rule_partition_names,
           rule_namespace,
           rule_some_nodes,
           rule_memory,
           rule_cores,
           rule_requests,
           rule_rdma_ports,
           rule_little_memory,
           rule_scaling_numbers,
           rule_scaling_times,
           rule_scaling_parameters,
           rule_one_default_partition,
           rule_partition_times,
           rule_partition_minutes,
           rule_partition_sizes,
           rule_partition_nodes,
           rule_exclusive_lists,
           rule_partition_groups,
           rule_owned_parameters,
           rule_records,
           rule_preemption,
           rule_prolog_flags,
           rule_sshd_keywords,
           rule_site_file_names,
           rule_site_files_needed,
           rule_site_files_read,
           rule_script_paths,
           rule_task_epilog,
           rule_auth_release,
           rule_key_file,
           rule_cgroup_release,
           rule_rest_release,
           rule_health_times,
           rule_health_space,
           rule_health_parameters,
           rule_after_drain,
           rule_after_drain_pods,
           rule_benchmark_fields,
           rule_benchmark_names,
           rule_benchmark_nodes,
           rule_benchmark_times,
           rule_benchmark_accounting,
           rule_jail_mode,
           rule_jail_storage,
           rule_jail_capabilities,
           rule_jail_exemptions,
           rule_jail_accounts,
           rule_container_runtime,
           rule_import_cache,
           rule_enroot_settings,
           rule_enforcement,
           rule_accounting_records,
           rule_database_memory,
           rule_archive,
           rule_mount_paths,
           rule_mount_node_sets,
           rule_claim_modes,
           rule_service_fields,
           rule_node_ports,
           rule_source_ranges,
           rule_toleration_fields,
           rule_label_keys,
           rule_state_claim,
       })
    rule(plan, cluster, found);
  return found;
}

}  // namespace skiff
