#include <algorithm>

#include "plan/ssh.h"
#include "plan/units.h"
#include "rules/rules.h"
#include "rules/ssh_key.h"

namespace skiff {

void rule_user_authorities(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check = [&](const spec::Sshd& sshd) {
    if (!sshd.certificates) return;
    for (const spec::Text& key : sshd.certificates->authorities)
      if (std::string why = bad_ssh_key(*key); !why.empty()) refuse(found, "SKF221", key, std::move(why));
  };
  for (const spec::Login& login : cluster.spec.login) check(login);
  if (cluster.spec.node_ssh) check(*cluster.spec.node_ssh);
}

void rule_passwords(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const bool passwords = cluster.spec.jail || (cluster.spec.users && cluster.spec.users->directory);
  for (std::size_t i = 0; i < plan.login.size() && i < cluster.spec.login.size(); ++i) {
    const spec::Login& login = cluster.spec.login[i];
    const bool asks = asks_pam(plan.login[i]).has_value();
    if (login.pam && !asks)
      forbid(found, "SKF229", *login.pam,
             "requires a method in authentication that asks PAM: password or keyboard-interactive");
    if (!asks || login.pam || passwords) continue;
    const auto first =
        std::ranges::find_if(login.authentication, [](const spec::Text& item) { return *item != "publickey"; });
    refuse(
        found, "SKF229", *first,
        "the pods know no passwords but those in the login image: set spec.users.directory, or pam of the login set");
    found.back().severity = Severity::warning;
  }
}

void rule_user_limits(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (std::size_t i = 0; i < plan.login.size() && i < cluster.spec.login.size(); ++i) {
    const auto& limits = cluster.spec.login[i].user_limits;
    const plan::Text& memory = plan.login[i].resources.memory;
    if (limits && limits->memory && mebibytes(*limits->memory) > mebibytes(*memory))
      refuse(found, "SKF230", limits->memory, "must not be more than the memory of the login pod, " + *memory);
  }
}

}  // namespace skiff
