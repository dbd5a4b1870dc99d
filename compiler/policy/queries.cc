#include "policy/queries.h"

#include <functional>

#include "text/join.h"
#include "text/split.h"

namespace skiff::policy {
namespace {

std::string format_of(const std::string& first, const std::vector<std::string>& more) {
  return "format=" + first + (more.empty() ? "" : "," + joined(more, ","));
}

/// Calls `take` with the cells of each line. The last cell is the rest of the line, even if it contains `|`.
void each_row(std::string_view text, std::size_t cells,
              const std::function<void(const std::vector<std::string_view>&)>& take) {
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    std::vector<std::string_view> row;
    while (row.size() + 1 < cells && line.find('|') != line.npos) row.push_back(take_until(line, '|'));
    row.push_back(line);
    if (row.size() == cells && !row.front().empty()) take(row);
  }
}

}  // namespace

std::vector<std::string> ask_for_qos(const Columns& columns) {
  return {"-nP", "show", "qos", format_of("Name", columns.qos)};
}

std::vector<std::string> ask_for_accounts() {
  return {"-nP", "show", "account", "withcoord", "format=Account,Coordinators,Organization,Description"};
}

std::vector<std::string> ask_for_associations(const Columns& columns, const std::string& cluster) {
  return {"-nP",
          "show",
          "association",
          "where",
          "Cluster=" + cluster,
          "WOPLimits",
          format_of("Account,User,Partition,ParentName", columns.associations)};
}

std::vector<std::string> ask_for_users(const std::string& cluster) {
  return {"-nP", "show", "user", "withassoc", "where", "Cluster=" + cluster, "format=User,AdminLevel,DefaultAccount"};
}

std::vector<std::string> ask_for_resources() {
  return {"-nP", "show", "resource", "format=Name,Server,Count,ServerType,Description"};
}

std::vector<std::string> ask_for_shares() {
  return {"-nP", "show", "resource", "withclusters", "format=Name,Server,Cluster,Allowed"};
}

std::vector<std::string> ask_for_usage(const std::string& cluster, const std::vector<std::string>& accounts) {
  // The default time is yesterday. From the first day of a month to another one, slurmdbd would read the table of months,
  // which lacks the last month at its end. Between other days it reads that of days.
  return {"-nP",
          "-tSeconds",
          "cluster",
          "AccountUtilizationByUser",
          "Clusters=" + cluster,
          "Accounts=" + joined(accounts, ","),
          "Start=2000-01-02",
          "End=today",
          "format=Account,Login,Used"};
}

std::vector<std::string> ask_for_recent_jobs(const std::string& cluster, const std::vector<std::string>& accounts) {
  return {"-anPX", "-M" + cluster, "-Snow-2days", "-A" + joined(accounts, ","), "-oAccount,User"};
}

void take_qos(std::string_view text, const Columns& columns, Records& records) {
  each_row(text, columns.qos.size() + 1, [&](const auto& row) {
    Shown& shown = records.qos[std::string(row[0])];
    for (std::size_t i = 0; i < columns.qos.size(); ++i) shown[columns.qos[i]] = row[i + 1];
  });
}

void take_associations(std::string_view text, const Columns& columns, Records& records) {
  each_row(text, columns.associations.size() + 4, [&](const auto& row) {
    Shown& shown = row[1].empty() ? records.accounts[std::string(row[0])]
                                  : records.associations[association_key(row[1], row[0], row[2])];
    if (row[1].empty()) shown["Parent"] = row[3];
    for (std::size_t i = 0; i < columns.associations.size(); ++i) shown[columns.associations[i]] = row[i + 4];
  });
}

void take_accounts(std::string_view text, Records& records) {
  each_row(text, 4, [&](const auto& row) {
    const auto found = records.accounts.find(std::string(row[0]));
    if (found == records.accounts.end()) return;
    found->second["Coordinators"] = row[1];
    found->second["Organization"] = row[2];
    found->second["Description"] = row[3];
  });
}

void take_users(std::string_view text, Records& records) {
  each_row(text, 3, [&](const auto& row) {
    Shown& shown = records.users[std::string(row[0])];
    shown["AdminLevel"] = row[1];
    shown["DefaultAccount"] = row[2];
  });
}

void take_resources(std::string_view text, Records& records) {
  each_row(text, 5, [&](const auto& row) {
    Shown& shown = records.resources[std::string(row[0]) + '@' + std::string(row[1])];
    shown["Count"] = row[2];
    shown["ServerType"] = row[3];
    shown["Description"] = row[4];
  });
}

void take_shares(std::string_view text, const std::string& cluster, Records& records) {
  each_row(text, 4, [&](const auto& row) {
    const std::string name = std::string(row[0]) + '@' + std::string(row[1]);
    const auto found = records.resources.find(name);
    if (found == records.resources.end() || row[2].empty()) return;
    if (row[2] == cluster)
      found->second["PercentAllowed"] = row[3];
    else
      records.shared_resources.insert(name);
  });
}

void take_usage(std::string_view text, Records& records) {
  if (!records.used) records.used.emplace();
  each_row(text, 2, [&](const auto& row) {
    std::string_view user = row[1];
    const std::string account = '/' + std::string(row[0]);
    records.used->insert(account);
    records.used->insert(std::string(take_until(user, '|')) + account);
  });
}

}  // namespace skiff::policy
