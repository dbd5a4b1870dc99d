#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/decide.h"

namespace skiff::policy {

/// The arguments with which sacctmgr prints records in a form that programs can read.
std::vector<std::string> ask_for_qos(const Columns& columns);
std::vector<std::string> ask_for_accounts();
/// The limits are those that were set on the association itself. Without WOPLimits, sacctmgr would also show those that
/// it inherits.
std::vector<std::string> ask_for_associations(const Columns& columns, const std::string& cluster);
std::vector<std::string> ask_for_users(const std::string& cluster);
/// The licenses of servers, and which clusters may use how much of them.
std::vector<std::string> ask_for_resources();
std::vector<std::string> ask_for_shares();

/// The arguments with which sreport prints what had used the cluster until this day began, and sacct which jobs there were
/// in the last two days. The columns of both are the account and the user, who is empty in the sum of an account.
std::vector<std::string> ask_for_usage(const std::string& cluster, const std::vector<std::string>& accounts);
std::vector<std::string> ask_for_recent_jobs(const std::string& cluster, const std::vector<std::string>& accounts);

/// Add what sacctmgr printed to the records. Lines that are not such a record are skipped.
void take_qos(std::string_view text, const Columns& columns, Records& records);
/// Call it after take_associations: it reads only accounts that have an association in the cluster.
void take_accounts(std::string_view text, Records& records);
void take_associations(std::string_view text, const Columns& columns, Records& records);
void take_users(std::string_view text, Records& records);
void take_resources(std::string_view text, Records& records);
/// Call it after take_resources.
void take_shares(std::string_view text, const std::string& cluster, Records& records);
void take_usage(std::string_view text, Records& records);

}  // namespace skiff::policy
