#include "plan/login_capabilities.h"

#include <gtest/gtest.h>
#include <linux/capability.h>

#include "plan/capabilities.h"

namespace jail {
namespace {

bool has(std::uint64_t capabilities, unsigned capability) { return (capabilities >> capability & 1) != 0; }

TEST(LoginCapabilities, SshdHasWhatItNeedsWhateverRootMayHave) {
  Settings settings;
  for (const unsigned needed :
       {CAP_AUDIT_WRITE, CAP_CHOWN, CAP_NET_BIND_SERVICE, CAP_SETGID, CAP_SETUID, CAP_SETPCAP, CAP_SYS_CHROOT})
    EXPECT_TRUE(has(command_capabilities(settings), needed)) << needed;
  EXPECT_FALSE(has(command_capabilities(settings), CAP_SYS_ADMIN));
  EXPECT_FALSE(has(command_capabilities(settings), CAP_FOWNER));
  settings.capabilities = default_capabilities();
  EXPECT_TRUE(has(command_capabilities(settings), CAP_FOWNER));
  settings.capabilities = ~std::uint64_t{0};
  EXPECT_FALSE(has(command_capabilities(settings), CAP_SYS_ADMIN));
  settings.login_mounts = true;
  EXPECT_TRUE(has(command_capabilities(settings), CAP_SYS_ADMIN));
}

TEST(LoginCapabilities, SessionsHaveThoseOfTheSettings) {
  EXPECT_EQ(session_capabilities("5"), 5u);
  EXPECT_EQ(session_capabilities("0"), 0u);
}

TEST(LoginCapabilities, NoSessionCanLeaveTheJail) {
  for (const char* all : {static_cast<const char*>(nullptr), "18446744073709551615"}) {
    const std::uint64_t kept = session_capabilities(all).value();
    EXPECT_FALSE(has(kept, CAP_SYS_CHROOT));
    EXPECT_FALSE(has(kept, CAP_SYS_ADMIN));
    EXPECT_TRUE(has(kept, CAP_FOWNER));
  }
}

TEST(LoginCapabilities, WhatIsNoNumberIsRefused) {
  for (const char* bad : {"", "-1", "0x5", "5 ", "18446744073709551616"})
    EXPECT_EQ(session_capabilities(bad), std::nullopt);
}

}  // namespace
}  // namespace jail
