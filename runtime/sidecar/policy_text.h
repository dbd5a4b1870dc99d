#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sidecar/policy.h"

namespace skiff::sidecar {

/// How sacctmgr is asked for records in a form that programs read.
std::vector<std::string> ask_for_qos(const PolicyColumns& columns);
std::vector<std::string> ask_for_accounts();
std::vector<std::string> ask_for_associations(const PolicyColumns& columns, const std::string& cluster);
std::vector<std::string> ask_for_users(const std::string& cluster);

/// Takes in what it printed; lines that are none of such a record are left out.
void take_qos(std::string_view text, const PolicyColumns& columns, Records& records);
/// After take_associations: an account counts where it has an association in the cluster.
void take_accounts(std::string_view text, Records& records);
void take_associations(std::string_view text, const PolicyColumns& columns, Records& records);
void take_users(std::string_view text, Records& records);

/// The names in `scontrol show assoc_mgr flags=qos`.
std::vector<std::string> qos_in_memory(std::string_view text);

/// The QOS that slurm.conf's partitions are of, in lower case as the database has names; without one of them slurmctld ends.
std::vector<std::string> partition_qos(std::string_view slurm_conf);

}  // namespace skiff::sidecar
