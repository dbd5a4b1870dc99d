#include <algorithm>
#include <map>

#include "diag/suggest.h"
#include "rules/rules.h"
#include "text/ascii.h"

namespace skiff {
namespace {

using Names = std::vector<std::string_view>;

template <class Items>
Names names_of(const Items& items, std::initializer_list<std::string_view> more) {
  Names names(more);
  for (const auto& item : items) names.push_back(*item.name);
  return names;
}

// A name in a partition may have upper-case letters. The database stores names in lower case.
void known(const spec::Text& field, const Names& names, std::string_view where, Diagnostics& found) {
  if (!field || std::ranges::any_of(names, [&](auto name) { return same_but_case(name, *field); })) return;
  found.push_back({.rule = "SKF397",
                   .problem = Problem::not_found,
                   .span = field.span,
                   .value = printed(field),
                   .message = "not in " + std::string(where) + did_you_mean(*field, names)});
}

/// Checks the QOS that an account or a user may use, and the default QOS.
void judge_association(const spec::Association& association, const Names& qos, Diagnostics& found) {
  for (const auto& name : association.qos) known(name, qos, "spec.accounting.qos", found);
  known(association.default_qos, qos, "spec.accounting.qos", found);
  if (!association.default_qos || association.qos.empty()) return;
  if (std::ranges::none_of(association.qos, [&](const auto& name) { return *name == *association.default_qos; }))
    refuse(found, "SKF398", association.default_qos,
           "must be in the list qos of this entry: Slurm refuses a default that may not be used");
}

void judge_user(const spec::User& user, const Names& accounts, const Names& partitions, Diagnostics& found) {
  std::map<std::pair<std::string_view, std::string_view>, const spec::Text*> seen;
  Names own;
  for (const spec::UserAccount& association : user.accounts) {
    known(association.name, accounts, "spec.accounting.accounts", found);
    known(association.partition, partitions, "spec.partitions", found);
    own.push_back(*association.name);
    const std::string_view partition = association.partition ? std::string_view(*association.partition) : "";
    const auto [first, fresh] =
        seen.emplace(std::pair(std::string_view(*association.name), partition), &association.name);
    if (!fresh)
      duplicate(found, "SKF301", association.name, "", first->second->span, "the first association with this account");
  }
  if (!user.default_account || std::ranges::find(own, *user.default_account) != own.end()) return;
  refuse(found, "SKF398", user.default_account, "must be one of the user's accounts");
}

/// The first account of a circle of parents, or nullptr.
const spec::Account* in_circle(const std::vector<spec::Account>& accounts) {
  std::map<std::string_view, const spec::Account*> named;
  for (const auto& account : accounts) named.emplace(*account.name, &account);
  for (const auto& account : accounts) {
    const spec::Account* at = &account;
    for (std::size_t steps = 0; steps <= accounts.size(); ++steps) {
      const auto above = named.find(*at->parent);
      if (above == named.end()) break;
      at = above->second;
      if (at == &account) return at;
    }
  }
  return nullptr;
}

}  // namespace

void rule_accounting_records(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.accounting) return;
  const spec::Accounting& accounting = *cluster.spec.accounting;
  const Names qos = names_of(accounting.qos, {"normal"});
  const Names accounts = names_of(accounting.accounts, {"root"});
  const Names users = names_of(accounting.users, {"root"});
  Names partitions;
  for (const auto& partition : plan.partitions) partitions.push_back(*partition.name);
  for (const auto& one : accounting.qos)
    for (const auto& name : one.preempt) known(name, qos, "spec.accounting.qos", found);
  for (const auto& account : accounting.accounts) {
    known(account.parent, accounts, "spec.accounting.accounts", found);
    for (const auto& user : account.coordinators) known(user, users, "spec.accounting.users", found);
    judge_association(account, qos, found);
  }
  for (const auto& user : accounting.users) {
    judge_user(user, accounts, partitions, found);
    for (const auto& association : user.accounts) judge_association(association, qos, found);
  }
  if (const spec::Account* account = in_circle(accounting.accounts))
    refuse(found, "SKF399", account->parent,
           "the account would be below itself: the parents of each account must lead to root");
  // A spec that lists QOS or accounts must list all of them. Without a list, partitions may name any.
  for (const auto& partition : cluster.spec.partitions) {
    if (!accounting.qos.empty()) {
      known(partition.qos, qos, "spec.accounting.qos", found);
      for (const auto* list : {&partition.allow_qos, &partition.deny_qos})
        for (const auto& name : *list) known(name, qos, "spec.accounting.qos", found);
    }
    if (accounting.accounts.empty()) continue;
    for (const auto* list : {&partition.allow_accounts, &partition.deny_accounts})
      for (const auto& name : *list) known(name, accounts, "spec.accounting.accounts", found);
  }
}

}  // namespace skiff
