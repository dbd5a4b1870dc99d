#include <algorithm>
#include <map>
#include <set>

#include "embedded/shared.h"
#include "rules/image_users.h"
#include "rules/rules.h"
#include "rules/ssh_key.h"
#include "text/ascii.h"

namespace skiff {
namespace {

// Names that the images have besides those of image_users.cc. In the pods, /etc/passwd and /etc/group come first, so a
// user or group of the spec with such a name would not be found.
constexpr std::string_view of_images[] = {
    "_ssh", "adm",   "audio", "cdrom",    "crontab", "dialout", "dip",  "disk",  "fax",    "floppy", "input",
    "kmem", "kvm",   "mysql", "operator", "plugdev", "render",  "sasl", "sgx",   "shadow", "src",    "sshd",
    "sssd", "staff", "sudo",  "tape",     "tty",     "users",   "utmp", "video", "voice"};

bool is_of_images(std::string_view name) {
  return is_image_user(name) || is_image_group(name) || std::ranges::find(of_images, name) != std::end(of_images);
}

constexpr std::int64_t numbers_of_images[] = {shared::users::slurm, shared::users::nobody};

/// Reports names and numbers that are used twice, or that the images have.
class Seen {
 public:
  explicit Seen(Diagnostics& found) : found_(found) {}

  void name(const spec::Text& name, std::string_view what) {
    if (is_of_images(*name)) refuse(found_, "SKF220", name, "the images have a user or a group of this name");
    const auto [first, fresh] = names_.emplace(*name, name.span);
    if (!fresh)
      duplicate(found_, "SKF220", name, "", first->second, "the first " + std::string(what) + " with this name");
  }

  void number(const spec::Int& number, std::string_view what) {
    if (std::ranges::find(numbers_of_images, *number) != std::end(numbers_of_images))
      refuse(found_, "SKF220", number, "the images have a user and a group with this number");
    const auto [first, fresh] = numbers_.emplace(*number, number.span);
    if (!fresh)
      duplicate(found_, "SKF220", number, "", first->second, "the first " + std::string(what) + " with this number");
  }

 private:
  Diagnostics& found_;
  std::map<std::string_view, Span> names_;
  std::map<std::int64_t, Span> numbers_;
};

const spec::LocalUsers* local_users(const spec::Cluster& cluster) {
  const auto& users = cluster.spec.users;
  return users && users->local ? &*users->local : nullptr;
}

bool covers(const std::vector<plan::Mount>& mounts, std::string_view path) {
  return std::ranges::any_of(
      mounts, [&](const plan::Mount& mount) { return path == *mount.path || path.starts_with(*mount.path + '/'); });
}

/// Warns of names that no pod knows.
class Known {
 public:
  Known(const spec::LocalUsers& local, Diagnostics& found) : found_(found) {
    for (const spec::LocalUser& user : local.users) {
      users_.insert(*user.name);
      groups_.insert(user.group ? *user.group : *user.name);
      for (const spec::Text& group : user.groups) groups_.insert(*group);
    }
  }

  void user(const spec::Text& name) { user(name, *name); }
  void user(const spec::Text& field, std::string_view name) {
    if (!users_.contains(name) && !is_image_user(name)) warn(field, "spec.users.local has no such user");
  }
  void group(const spec::Text& name) {
    if (!groups_.contains(*name) && !is_image_group(*name)) warn(name, "no user of spec.users.local is in this group");
  }

 private:
  void warn(const spec::Text& name, std::string message) {
    refuse(found_, "SKF224", name, std::move(message));
    found_.back().severity = Severity::warning;
  }

  Diagnostics& found_;
  std::set<std::string_view> users_, groups_;
};

}  // namespace

void rule_user_numbers(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::LocalUsers* local = local_users(cluster);
  if (!local) return;
  Seen users(found), groups(found);
  for (const spec::LocalGroup& group : local->groups) {
    groups.name(group.name, "group");
    groups.number(group.gid, "group");
  }
  for (const spec::LocalUser& user : local->users) {
    users.name(user.name, "user");
    users.number(user.uid, "user");
  }
  std::set<std::string_view> names;
  std::set<std::int64_t> numbers;
  for (const spec::LocalGroup& group : local->groups) {
    names.insert(*group.name);
    numbers.insert(*group.gid);
  }
  for (const spec::LocalUser& user : local->users) {
    if (user.group) continue;
    constexpr std::string_view why = ", which a group of the spec has: set group";
    if (names.contains(*user.name))
      refuse(found, "SKF220", user.name, "the user's own group would have this name" + std::string(why));
    if (numbers.contains(*user.uid))
      refuse(found, "SKF220", user.uid, "the user's own group would have this number" + std::string(why));
  }
}

void rule_user_keys(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::LocalUsers* local = local_users(cluster);
  if (!local) return;
  for (const spec::LocalUser& user : local->users)
    for (const spec::Text& key : user.keys)
      if (std::string why = bad_ssh_key(*key); !why.empty()) refuse(found, "SKF221", key, std::move(why));
}

void rule_users_and_jail(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.users || !cluster.spec.jail) return;
  constexpr const char* instead =
      "may not be specified together with spec.jail: add the users to /etc/passwd and /etc/group of the jail";
  if (const auto& local = cluster.spec.users->local) forbid(found, "SKF222", *local, instead);
  if (const auto& file = cluster.spec.users->file) forbid(found, "SKF222", *file, instead);
}

void rule_user_homes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::LocalUsers* local = local_users(cluster);
  if (!local || plan.users->users.size() != local->users.size()) return;
  for (std::size_t i = 0; i < local->users.size(); ++i) {
    const std::string& home = *plan.users->users[i].home;
    std::string where;
    for (const plan::NodeSet& set : plan.node_sets)
      if (!covers(set.mounts, home)) where = "the node set " + *set.name;
    for (const plan::Login& login : plan.login)
      if (!covers(login.mounts, home)) where = "the login set " + *login.name;
    if (where.empty()) continue;
    const spec::LocalUser& user = local->users[i];
    refuse(found, "SKF223", user.home ? user.home : user.name,
           "the home directory " + home + " is on no volume in " + where +
               ", so it does not exist there: mount a volume at /home or another directory above it with spec.mounts");
    found.back().severity = Severity::warning;
    return;
  }
}

void rule_user_names(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::LocalUsers* local = local_users(cluster);
  if (!local || cluster.spec.users->directory || cluster.spec.images.slurmctld.repository) return;
  Known known(*local, found);
  if (cluster.spec.accounting)
    for (const auto& user : cluster.spec.accounting->users) known.user(user.name);
  if (cluster.spec.auth.jwt)
    for (const auto& token : cluster.spec.auth.jwt->service_tokens) known.user(token.user);
  for (const auto& partition : cluster.spec.partitions)
    for (const spec::Text& group : partition.allow_groups)
      if (!same_but_case(*group, "ALL")) known.group(group);
  for (const auto& reservation : cluster.spec.reservations) {
    for (const spec::Text& user : reservation.users) known.user(user, spec::bare_name(user));
    for (const spec::Text& group : reservation.groups) known.group(group);
  }
}

}  // namespace skiff
