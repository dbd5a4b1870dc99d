#include "plan/login_capabilities.h"

#include <linux/capability.h>

#include <charconv>
#include <string_view>
#include <system_error>

namespace jail {
namespace {

constexpr std::uint64_t bit(unsigned capability) { return std::uint64_t{1} << capability; }

// sshd writes to the audit log, makes users the owners of terminals, listens on port 22, becomes the user, and moves into
// the jail. pam_no_chroot needs CAP_SETPCAP.
constexpr std::uint64_t of_sshd = bit(CAP_AUDIT_WRITE) | bit(CAP_CHOWN) | bit(CAP_NET_BIND_SERVICE) | bit(CAP_SETGID) |
                                  bit(CAP_SETUID) | bit(CAP_SETPCAP) | bit(CAP_SYS_CHROOT);

}  // namespace

std::uint64_t command_capabilities(const Settings& settings) {
  const std::uint64_t all = settings.capabilities | of_sshd;
  return settings.login_mounts ? all | bit(CAP_SYS_ADMIN) : all & ~bit(CAP_SYS_ADMIN);
}

std::optional<std::uint64_t> session_capabilities(const char* variable) {
  std::uint64_t kept = ~std::uint64_t{0};
  if (variable) {
    const std::string_view text = variable;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), kept);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  }
  return kept & ~(bit(CAP_SYS_CHROOT) | bit(CAP_SYS_ADMIN));
}

}  // namespace jail
