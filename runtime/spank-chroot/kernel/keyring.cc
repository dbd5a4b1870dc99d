#include "kernel/keyring.h"

#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "text/failure.h"

namespace jail {
namespace {

// The C library has no function for keyctl(2). Each operation uses some of the four arguments after the first.
long keyctl(int operation, unsigned long second = 0, unsigned long third = 0, unsigned long fourth = 0) {
  return syscall(SYS_keyctl, operation, second, third, fourth, 0UL);
}

constexpr auto session = static_cast<unsigned long>(KEY_SPEC_SESSION_KEYRING);
// KEY_POS_ALL of linux/key.h, which is internal to the kernel. The owner gets no access, because root in the jail is
// the owner too.
constexpr unsigned long all_to_possessors = 0x3f000000;

}  // namespace

std::int32_t session_keyring() {
  const long serial = keyctl(KEYCTL_GET_KEYRING_ID, session, 0);
  return serial < 0 ? 0 : static_cast<std::int32_t>(serial);
}

void new_session_keyring() {
  if (keyctl(KEYCTL_JOIN_SESSION_KEYRING) < 0) fail_errno("create a session keyring");
  if (keyctl(KEYCTL_SETPERM, session, all_to_possessors) != 0) fail_errno("restrict access to the session keyring");
}

}  // namespace jail
