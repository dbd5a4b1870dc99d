#include "policy/prune.h"

namespace skiff::policy {
namespace {

using Names = std::map<std::string, Shown>;

class Pruning {
 public:
  Pruning(Prune which, const std::set<std::string>& listed, const Records& records, const Memory& memory,
          const std::string& cluster, std::vector<Call>& calls)
      : which_(which), listed_(listed), records_(records), memory_(memory), cluster_(cluster), calls_(calls) {}

  Pruned prune() {
    prune_associations();
    while (prune_account()) {
    }
    Calls calls(calls_);
    for (const auto& [name, row] : records_.qos)
      if (may_go("qos " + name)) calls.add({"delete", "qos", "where"}, "Name=", name, {}, "qos " + name);
    for (const auto& [name, row] : records_.qos)
      if (may_go("qos " + name)) gone_.insert("qos " + name);
    prune_resources();
    return {std::move(gone_), std::move(spared_)};
  }

 private:
  bool may_go(const std::string& key) const {
    const auto found = memory_.find(key);
    return found != memory_.end() && found->second.made && !listed_.contains(key);
  }

  /// Whether an association or account may go: it has no usage, or usage does not matter. `owner` is its USER/ACCOUNT.
  bool may_go(const std::string& key, const std::string& owner) {
    if (!may_go(key)) return false;
    if (which_ == Prune::all || (records_.used && !records_.used->contains(owner))) return true;
    if (records_.used) spared_.insert(key);
    return false;
  }

  /// One that other clusters may use stays for them.
  void prune_resources() {
    for (const auto& [name, row] : records_.resources) {
      const std::string key = "resource " + name;
      const bool shared = records_.shared_resources.contains(name);
      if (!may_go(key) || (shared && !row.contains("PercentAllowed"))) continue;
      const auto place = place_of_resource(name);
      Call call{{"delete", "resource", "where", place[0], place[1]}, 3, {key}};
      if (shared) call.words.push_back("Cluster=" + cluster_);
      calls_.push_back(std::move(call));
      gone_.insert(key);
    }
  }

  /// Slurm removes the association with a user's default account only together with the user, and it removes a user
  /// only together with all associations.
  void prune_associations() {
    std::map<std::string, std::vector<std::string>> of_user;
    std::set<std::string> stay;
    for (const auto& [name, row] : records_.associations) {
      const auto [user, account, partition] = parts_of_association(name);
      const bool goes = may_go("association " + name, user + '/' + account);
      if (goes) of_user[user].push_back(name);
      // A user in the spec may have new associations that are not in `records_` yet.
      if (!goes || listed_.contains("user " + user)) stay.insert(user);
    }
    Calls users(calls_);
    for (const auto& [user, names] : of_user)
      if (!stay.contains(user)) {
        users.add({"delete", "user", "where"}, "Name=", user, {"Cluster=" + cluster_}, "association " + names.front());
        for (const std::string& name : names) gone_.insert("association " + name);
      }
    Calls associations(calls_);
    for (const auto& [user, names] : of_user)
      for (const std::string& name : names) {
        const AssociationParts parts = parts_of_association(name);
        if (!stay.contains(user) || is_default(parts)) continue;
        associations.add({"delete", "user", "where"}, "Name=", user, place_of(cluster_, parts), "association " + name);
        gone_.insert("association " + name);
      }
  }

  bool is_default(const AssociationParts& parts) const {
    // A user who is still in the spec has another default account by now, because of an earlier call.
    if (listed_.contains("user " + parts.user)) return false;
    const auto user = records_.users.find(parts.user);
    if (user == records_.users.end()) return false;
    const auto account = user->second.find("DefaultAccount");
    return account != user->second.end() && account->second == parts.account;
  }

  /// Removes one unused account. True if there was one; then its parent may be next.
  bool prune_account() {
    for (const auto& [name, row] : records_.accounts) {
      const std::string key = "account " + name;
      if (gone_.contains(key) || in_use(name) || !may_go(key, '/' + name)) continue;
      Calls(calls_).add({"delete", "account", "where"}, "Name=", name, {"Cluster=" + cluster_}, key);
      gone_.insert(key);
      return true;
    }
    return false;
  }

  bool in_use(const std::string& account) const {
    for (const auto& [name, row] : records_.associations)
      if (parts_of_association(name).account == account && !gone_.contains("association " + name)) return true;
    for (const auto& [name, row] : records_.accounts) {
      const auto above = row.find("Parent");
      if (above != row.end() && above->second == account && !gone_.contains("account " + name)) return true;
    }
    return false;
  }

  const Prune which_;
  const std::set<std::string>& listed_;
  const Records& records_;
  const Memory& memory_;
  const std::string& cluster_;
  std::vector<Call>& calls_;
  std::set<std::string> gone_, spared_;
};

}  // namespace

Pruned prune(Prune which, const std::set<std::string>& listed, const Records& records, const Memory& memory,
             const std::string& cluster, std::vector<Call>& calls) {
  return Pruning(which, listed, records, memory, cluster, calls).prune();
}

}  // namespace skiff::policy
