#include "policy/decide.h"

#include <algorithm>
#include <set>

#include "policy/prune.h"
#include "text/split.h"

namespace skiff::policy {
namespace {

const Shown* shown_of(const std::map<std::string, Shown>& records, const std::string& name) {
  const auto found = records.find(name);
  return found == records.end() ? nullptr : &found->second;
}

/// The entries of a list, separated by commas, that the other list lacks.
std::vector<std::string> missing(std::string_view list, std::string_view other) {
  std::vector<std::string> words;
  for (const std::string_view word : Parts(list, ',')) {
    bool found = word.empty();
    for (const std::string_view present : Parts(other, ',')) found = found || present == word;
    if (!found) words.emplace_back(word);
  }
  return words;
}

std::string parent_of(const Entry& account) {
  const std::string_view given = account.option("Parent");
  return std::string(given.empty() ? "root" : given);
}

/// The keys of the records in the spec.
std::set<std::string> listed_in(const Policy& policy) {
  std::set<std::string> keys;
  for (const Entry& entry : policy.qos) keys.insert("qos " + entry.name);
  for (const Entry& entry : policy.accounts) keys.insert("account " + entry.name);
  for (const Entry& entry : policy.users) keys.insert("user " + entry.name);
  for (const Entry& entry : policy.associations) keys.insert("association " + association_key(entry));
  for (const Entry& entry : policy.resources) keys.insert("resource " + entry.name);
  return keys;
}

class Deciding {
 public:
  Deciding(const Policy& policy, const Records& records, const Memory& memory, const std::string& cluster)
      : policy_(policy), records_(records), memory_(memory), cluster_(cluster) {}

  Decision decide() {
    decide_qos();
    decide_accounts();
    decide_users();
    decide_coordinators();
    decide_resources();
    const std::set<std::string> listed = listed_in(policy_);
    Pruned pruned;
    if (policy_.prune != Prune::none)
      pruned = prune(policy_.prune, listed, records_, memory_, cluster_, decision_.calls);
    list_unlisted(listed, pruned.gone);
    decision_.with_usage = std::move(pruned.spared);
    return std::move(decision_);
  }

 private:
  Options before(const std::string& key) const {
    const auto found = memory_.find(key);
    return found == memory_.end() ? Options() : options_of(found->second.wanted);
  }

  /// The options to set for a record. None if neither the spec nor the record has changed since they were applied.
  /// `others` are set by other calls.
  Options settings_of(const std::string& key, const Entry& entry, const std::vector<std::string_view>& others,
                      const Shown* row) const {
    const auto known = memory_.find(key);
    if (row && known != memory_.end() && known->second.wanted == text_of(entry.options) &&
        known->second.shown == text_of(*row))
      return {};
    return options_to_set(options_without(entry.options, others), options_without(before(key), others),
                          row ? *row : Shown());
  }

  void set(Calls& calls, const std::string& kind, const std::string& name, std::vector<std::string> where,
           const Options& options, const std::string& key) {
    if (options.empty()) return;
    where.emplace_back("set");
    for (const auto& [option, value] : options) where.push_back(option + '=' + value);
    calls.add({"modify", kind, "where"}, "Name=", name, where, key);
  }

  void decide_qos() {
    Calls adds(decision_.calls);
    for (const Entry& entry : policy_.qos)
      if (!records_.qos.contains(entry.name)) adds.add({"add", "qos"}, "", entry.name, {}, "qos " + entry.name);
    Calls sets(decision_.calls);
    for (const Entry& entry : policy_.qos) {
      const std::string key = "qos " + entry.name;
      set(sets, "qos", entry.name, {}, settings_of(key, entry, {}, shown_of(records_.qos, entry.name)), key);
    }
  }

  void decide_accounts() {
    const std::string in_cluster = "Cluster=" + cluster_;
    Calls adds(decision_.calls);
    // In the spec's order, in which parents come before their children.
    for (const Entry& entry : policy_.accounts)
      if (!records_.accounts.contains(entry.name))
        adds.add_in_order({"add", "account"}, "", entry.name, {in_cluster, "Parent=" + parent_of(entry)},
                          "account " + entry.name);
    Calls sets(decision_.calls);
    for (const Entry& entry : policy_.accounts) {
      const std::string key = "account " + entry.name;
      const Shown* row = shown_of(records_.accounts, entry.name);
      Options options = settings_of(key, entry, {"Parent", "Coordinators"}, row);
      // Slurm refuses to move an account to the parent that it already has.
      if (row && value_in(row, "Parent") != parent_of(entry)) options.emplace_back("Parent", parent_of(entry));
      set(sets, "account", entry.name, {in_cluster}, options, key);
    }
  }

  void decide_users() {
    Calls adds(decision_.calls);
    for (const Entry& entry : policy_.associations) {
      const std::string name = association_key(entry);
      if (records_.associations.contains(name)) continue;
      std::vector<std::string> place = place_of(cluster_, parts_of_association(name));
      // To add an association without a partition, leave the option out.
      if (entry.option("Partition").empty()) place.pop_back();
      adds.add({"add", "user"}, "", entry.name, place, "association " + name);
    }
    Calls users(decision_.calls);
    for (const Entry& entry : policy_.users) {
      const std::string key = "user " + entry.name;
      for (const auto& option : settings_of(key, entry, {}, shown_of(records_.users, entry.name))) {
        std::vector<std::string> where;
        if (option.first == "DefaultAccount") where = {"Cluster=" + cluster_};
        set(users, "user", entry.name, where, {option}, key);
      }
    }
    Calls sets(decision_.calls);
    for (const Entry& entry : policy_.associations) {
      const std::string name = association_key(entry), key = "association " + name;
      set(sets, "user", entry.name, place_of(cluster_, parts_of_association(name)),
          settings_of(key, entry, {"Account", "Partition"}, shown_of(records_.associations, name)), key);
    }
  }

  /// sacctmgr also shows coordinators that an account inherits from its parents, and these cannot be removed from the
  /// account. So only coordinators that the spec had before are removed.
  void decide_coordinators() {
    Calls calls(decision_.calls);
    for (const Entry& entry : policy_.accounts) {
      const std::string key = "account " + entry.name;
      const std::string present = value_in(shown_of(records_.accounts, entry.name), "Coordinators");
      const std::string_view wanted = entry.option("Coordinators");
      for (const std::string& name : missing(wanted, present))
        calls.add({"add", "coordinator", "Account=" + entry.name}, "Names=", name, {}, key);
      std::string had;
      for (const auto& [option, value] : before(key))
        if (option == "Coordinators") had = value;
      for (const std::string& name : missing(had, wanted))
        if (missing(name, present).empty())
          calls.add({"delete", "coordinator", "Account=" + entry.name}, "Names=", name, {}, key);
    }
  }

  /// Each change of a resource itself sets the count, which is never unset: without it, slurmdbd reads past the end of
  /// a row and may crash (as_mysql_modify_res(), as_mysql_resource.c; seen with 26.05).
  void decide_resources() {
    for (const Entry& entry : policy_.resources) {
      const std::string key = "resource " + entry.name;
      const Shown* row = shown_of(records_.resources, entry.name);
      const bool allowed = row && row->contains("PercentAllowed");
      const auto call = [&](std::vector<std::string> words, std::size_t names, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        decision_.calls.push_back({std::move(words), names, {key}});
      };
      const auto place = place_of_resource(entry.name);
      const std::string in_cluster = "Cluster=" + cluster_;
      const std::string percent = "PercentAllowed=" + std::string(entry.option("PercentAllowed"));
      if (!row) {
        std::vector<std::string> options = {"Type=License"};
        for (const auto& [option, value] : entry.options) options.push_back(option + '=' + value);
        options.push_back(in_cluster);
        options.insert(options.begin(), place[1]);
        call({"add", "resource", place[0]}, 2, options);
        continue;
      }
      const Options options = settings_of(key, entry, {}, row);
      std::vector<std::string> settings = {place[1], "set"};
      for (const auto& [option, value] : options)
        if (option != "PercentAllowed") settings.push_back(option + '=' + value);
      if (settings.size() > 2) call({"modify", "resource", "where", place[0]}, 3, settings);
      if (!allowed)
        call({"add", "resource", place[0]}, 2, {place[1], in_cluster, percent});
      else if (!options.empty())
        call({"modify", "resource", "where", place[0]}, 3, {place[1], in_cluster, "set", percent});
    }
  }

  void list_unlisted(const std::set<std::string>& listed, const std::set<std::string>& gone) {
    const auto tell = [&](const std::string& kind, const std::map<std::string, Shown>& records, std::string_view own) {
      for (const auto& [name, row] : records) {
        const std::string key = kind + name;
        if (name != own && !listed.contains(key) && !gone.contains(key)) decision_.unlisted.push_back(key);
      }
    };
    tell("qos ", records_.qos, "normal");
    tell("account ", records_.accounts, "root");
    tell("association ", records_.associations, association_key("root", "root", ""));
    // Those that only other clusters may use do not matter here.
    std::map<std::string, Shown> resources = records_.resources;
    std::erase_if(resources, [](const auto& one) { return !one.second.contains("PercentAllowed"); });
    tell("resource ", resources, "");
  }

  const Policy& policy_;
  const Records& records_;
  const Memory& memory_;
  const std::string& cluster_;
  Decision decision_;
};

}  // namespace

std::string association_key(std::string_view user, std::string_view account, std::string_view partition) {
  return std::string(user) + '/' + std::string(account) + '/' + std::string(partition);
}

std::string association_key(const Entry& association) {
  return association_key(association.name, association.option("Account"), association.option("Partition"));
}

const std::map<std::string, Shown>& rows_of(const Records& records, std::string_view kind) {
  if (kind == "qos") return records.qos;
  if (kind == "account") return records.accounts;
  if (kind == "resource") return records.resources;
  return kind == "user" ? records.users : records.associations;
}

AssociationParts parts_of_association(std::string_view key) {
  AssociationParts parts;
  parts.user = take_until(key, '/');
  parts.account = take_until(key, '/');
  parts.partition = key;
  return parts;
}

std::vector<std::string> place_of(const std::string& cluster, const AssociationParts& parts) {
  return {"Cluster=" + cluster, "Account=" + parts.account, "Partition=" + parts.partition};
}

std::vector<std::string> place_of_resource(std::string_view name_at_server) {
  const std::string name(take_until(name_at_server, '@'));
  return {"Name=" + name, "Server=" + std::string(name_at_server)};
}

Decision decide(const Policy& policy, const Records& records, const Memory& memory, const std::string& cluster) {
  return Deciding(policy, records, memory, cluster).decide();
}

std::set<std::string> accounts_to_prune(const Policy& policy, const Records& records, const Memory& memory,
                                        const std::string& cluster) {
  std::set<std::string> accounts;
  if (policy.prune != Prune::unused) return accounts;
  std::vector<Call> calls;
  const Prune which = records.used ? Prune::unused : Prune::all;
  for (const std::string& key : prune(which, listed_in(policy), records, memory, cluster, calls).gone) {
    std::string_view name = key;
    const std::string_view kind = take_until(name, ' ');
    if (kind == "account") accounts.emplace(name);
    if (kind == "association") accounts.insert(parts_of_association(name).account);
  }
  return accounts;
}

std::vector<std::string> missing_qos(const Policy& policy, const Records& records) {
  std::vector<std::string> names;
  for (const Entry& entry : policy.qos)
    if (!records.qos.contains(entry.name)) names.push_back(entry.name);
  return names;
}

Columns columns_of(const Policy& policy, const Memory& memory) {
  std::set<std::string> qos, associations;
  for (const Entry& entry : policy.qos)
    for (const auto& [key, value] : entry.options) qos.insert(key);
  for (const auto* list : {&policy.accounts, &policy.associations})
    for (const Entry& entry : *list)
      for (const auto& [key, value] : entry.options) associations.insert(key);
  for (const auto& [key, applied] : memory) {
    if (key.starts_with("resource ")) continue;
    for (const auto& [option, value] : options_of(applied.wanted))
      (key.starts_with("qos ") ? qos : associations).insert(option);
  }
  // These belong to the account or the user itself, and other queries return them.
  for (const char* other : {"Account", "Partition", "Parent", "Coordinators", "Description", "Organization",
                            "AdminLevel", "DefaultAccount"})
    associations.erase(other);
  return {{qos.begin(), qos.end()}, {associations.begin(), associations.end()}};
}

}  // namespace skiff::policy
