#include "plan/ssh.h"

#include <string>

namespace skiff {

std::optional<Origin> asks_pam(const plan::Login& login) {
  std::optional<Origin> why;
  for (const plan::Text& item : login.authentication)
    if (*item != "publickey") why = why ? *why | item.origin : item.origin;
  return why;
}

std::optional<Origin> asks_pam(const plan::Plan& plan) {
  std::optional<Origin> why;
  for (const plan::Login& login : plan.login)
    if (const auto each = asks_pam(login)) why = why ? *why | *each : *each;
  return why;
}

const plan::Source* revoked_keys(const plan::Sshd& sshd) {
  return sshd.certificates && sshd.certificates->revoked ? &*sshd.certificates->revoked : nullptr;
}

}  // namespace skiff
