#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sidecar/policy.h"

namespace skiff::sidecar {

/// The arguments with which sacctmgr prints records in a form that programs can read.
std::vector<std::string> ask_for_qos(const PolicyColumns& columns);
std::vector<std::string> ask_for_accounts();
std::vector<std::string> ask_for_associations(const PolicyColumns& columns, const std::string& cluster);
std::vector<std::string> ask_for_users(const std::string& cluster);

/// Add what sacctmgr printed to the records. Lines that are not such a record are skipped.
void take_qos(std::string_view text, const PolicyColumns& columns, Records& records);
/// Call it after take_associations: it reads only accounts that have an association in the cluster.
void take_accounts(std::string_view text, Records& records);
void take_associations(std::string_view text, const PolicyColumns& columns, Records& records);
void take_users(std::string_view text, Records& records);

/// The names in `scontrol show assoc_mgr flags=qos`.
std::vector<std::string> qos_in_memory(std::string_view text);

/// The QOS of the partitions in slurm.conf, in lower case, as in the database. slurmctld exits if one of them is
/// missing.
std::vector<std::string> partition_qos(std::string_view slurm_conf);

}  // namespace skiff::sidecar
