#include <set>
#include <string>

#include "plan/resolve_parts.h"
#include "text/ascii.h"

namespace skiff {
namespace {

void add_text(plan::Pairs& options, const char* key, const spec::Text& field) {
  if (field) options.emplace_back(key, field.tracked());
}

void add_list(plan::Pairs& options, const char* key, const spec::Texts& fields) {
  if (!fields.empty()) options.emplace_back(key, plan::joined(resolve_texts(fields)));
}

void add_settings(plan::Pairs& options, const spec::Settings& settings) {
  for (auto& pair : resolve_settings(settings)) options.push_back(std::move(pair));
}

plan::AccountingRecord resolve_qos(const spec::Qos& qos) {
  plan::AccountingRecord record{qos.name.tracked(), {}};
  add_text(record.options, "Description", qos.description);
  if (qos.priority)
    record.options.emplace_back("Priority", plan::Text{std::to_string(*qos.priority), qos.priority.origin});
  add_list(record.options, "Preempt", qos.preempt);
  add_settings(record.options, qos.config);
  return record;
}

/// Adds a record without limits for each QOS that a partition names and the spec does not define. slurmctld exits if
/// the QOS of a partition is not in the database (slurm.conf(5), PARTITION CONFIGURATION), and a list of QOS that do
/// not exist is useless. Names in the database are in lower case.
void add_qos_of_partitions(const spec::ClusterSpec& spec, std::vector<plan::AccountingRecord>& records) {
  std::set<std::string> made{"normal"};
  for (const auto& record : records) made.insert(*record.name);
  const auto add = [&](const spec::Text& name) {
    if (!name) return;
    std::string lower = to_lower(*name);
    if (made.insert(lower).second) records.push_back({{std::move(lower), name.origin}, {}});
  };
  for (const spec::Partition& partition : spec.partitions) {
    add(partition.qos);
    for (const auto& name : partition.allow_qos) add(name);
    for (const auto& name : partition.deny_qos) add(name);
  }
}

void add_limits(plan::Pairs& options, const spec::Association& association) {
  add_text(options, "Fairshare", association.fairshare);
  add_list(options, "QOS", association.qos);
  add_text(options, "DefaultQOS", association.default_qos);
  add_settings(options, association.config);
}

plan::AccountingRecord resolve_account(const spec::Account& account) {
  plan::AccountingRecord record{account.name.tracked(), {}};
  add_text(record.options, "Parent", account.parent);
  add_text(record.options, "Description", account.description);
  add_text(record.options, "Organization", account.organization);
  add_list(record.options, "Coordinators", account.coordinators);
  add_limits(record.options, account);
  return record;
}

/// Parents come before their children; otherwise the spec's order is kept. Accounts in a circle (rule SKF399), and
/// those below them, are left out.
std::vector<plan::AccountingRecord> resolve_accounts(const std::vector<spec::Account>& accounts) {
  std::vector<plan::AccountingRecord> records;
  std::set<std::string_view> made{"root"}, named;
  for (const auto& account : accounts) named.insert(*account.name);
  std::vector<const spec::Account*> left;
  for (const auto& account : accounts) left.push_back(&account);
  for (bool more = true; more;) {
    more = false;
    std::vector<const spec::Account*> later;
    for (const spec::Account* account : left) {
      if (named.contains(*account->parent) && !made.contains(*account->parent)) {
        later.push_back(account);
        continue;
      }
      made.insert(*account->name);
      records.push_back(resolve_account(*account));
      more = true;
    }
    left = std::move(later);
  }
  return records;
}

void resolve_user(const spec::User& user, plan::Policy& policy) {
  plan::AccountingRecord record{user.name.tracked(), {}};
  add_text(record.options, "AdminLevel", user.admin_level);
  const spec::Text& account = user.default_account ? user.default_account : user.accounts.front().name;
  add_text(record.options, "DefaultAccount", account);
  policy.users.push_back(std::move(record));
  for (const spec::UserAccount& association : user.accounts) {
    plan::AccountingRecord one{user.name.tracked(), {}};
    add_text(one.options, "Account", association.name);
    add_text(one.options, "Partition", association.partition);
    add_limits(one.options, association);
    policy.associations.push_back(std::move(one));
  }
}

}  // namespace

std::optional<plan::Policy> resolve_policy(const spec::ClusterSpec& spec) {
  const spec::Accounting& accounting = *spec.accounting;
  plan::Policy policy;
  policy.prune = accounting.prune.tracked();
  for (const auto& qos : accounting.qos) policy.qos.push_back(resolve_qos(qos));
  add_qos_of_partitions(spec, policy.qos);
  policy.accounts = resolve_accounts(accounting.accounts);
  for (const auto& user : accounting.users) resolve_user(user, policy);
  policy.resources = resolve_resources(spec);
  for (const auto* records : {&policy.qos, &policy.accounts, &policy.users, &policy.resources}) {
    if (records->empty()) continue;
    policy.why = records->front().name.origin;
    return policy;
  }
  return std::nullopt;
}

}  // namespace skiff
