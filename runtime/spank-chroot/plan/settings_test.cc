#include "plan/settings.h"

#include <gtest/gtest.h>

#include "plan/capabilities.h"

namespace jail {
namespace {

TEST(Settings, OnlyRootIsRequired) {
  const Arguments parsed = parse_arguments({"root=/mnt/jail"});
  EXPECT_TRUE(parsed.faults.empty());
  EXPECT_EQ(parsed.settings.root, "/mnt/jail");
  EXPECT_EQ(parsed.settings.mode, Mode::step);
  EXPECT_TRUE(parsed.settings.require_mount);
  EXPECT_TRUE(parsed.settings.check_in_prolog);
  EXPECT_EQ(parsed.settings.capabilities, default_capabilities());
}

TEST(Settings, ReadsOptionalArguments) {
  const Arguments parsed =
      parse_arguments({"root=/j",           "mode=task",           "mounts=/etc/m",     "marker=/m",
                       "version=1.2",       "mountpoint=no",       "submounts=yes",     "root-options=ro,nosuid",
                       "hidepid=yes",       "on-failure=fail",     "capabilities=none", "exempt-users=root,1000",
                       "exempt-groups=adm", "exempt-partitions=p", "exempt-accounts=a", "no-jail-users=u",
                       "no-jail-groups=g",  "login-setuid=yes",    "login-mounts=yes",  "state=/run/x"});
  EXPECT_EQ(parsed.faults, std::vector<std::string>{});
  const Settings& is = parsed.settings;
  EXPECT_EQ(is.mode, Mode::task);
  EXPECT_FALSE(is.require_mount || is.check_in_prolog);
  EXPECT_TRUE(is.submounts && is.root_read_only && is.root_no_suid && is.hide_processes && is.login_setuid &&
              is.login_mounts);
  EXPECT_EQ(is.capabilities, 0u);
  EXPECT_EQ(is.exempt_users, (std::vector<std::string>{"root", "1000"}));
}

TEST(Settings, AllErrorsAreReported) {
  const Arguments parsed =
      parse_arguments({"rot=/j", "mode=both", "hidepid=1", "x", "version=", "exempt-users=a,,b", "capabilities="});
  EXPECT_EQ(parsed.faults.size(), 8u);  // one of them: root is missing
  EXPECT_EQ(parsed.faults.back(), "argument root is missing: root=PATH names the jail");
}

TEST(Settings, ControlCharactersAreReplacedInErrors) {
  EXPECT_EQ(parse_arguments({"root=/a\nb\x1b"}).faults,
            std::vector<std::string>{"argument root=/a?b?: root has a control character"});
}

TEST(Settings, DuplicateSettingsAreRejected) {
  EXPECT_EQ(parse_arguments({"root=/a", "root=/a"}).faults,
            std::vector<std::string>{"argument root=/a: root is given twice"});
}

TEST(Settings, RootMustBeAPlainAbsolutePathOtherThanSlash) {
  EXPECT_FALSE(parse_arguments({"root=/"}).faults.empty());
  EXPECT_FALSE(parse_arguments({"root=jail"}).faults.empty());
  EXPECT_FALSE(parse_arguments({"root=/mnt/../jail"}).faults.empty());
}

TEST(Settings, ExternNeedsModeStep) {
  EXPECT_FALSE(parse_arguments({"root=/j", "mode=task", "extern=yes"}).faults.empty());
  EXPECT_TRUE(parse_arguments({"root=/j", "mode=step", "extern=yes"}).faults.empty());
}

TEST(Capabilities, ParsesKernelNamesAndRejectsOthers) {
  std::uint64_t bits = 0;
  EXPECT_EQ(parse_capabilities("chown,sys_admin,checkpoint_restore", bits), "");
  EXPECT_EQ(bits, (1ull << 0) | (1ull << 21) | (1ull << 40));
  EXPECT_EQ(parse_capabilities("all", bits), "");
  EXPECT_EQ(bits, ~0ull);
  EXPECT_NE(parse_capabilities("CAP_CHOWN", bits), "");
  EXPECT_NE(parse_capabilities("", bits), "");
}

TEST(Capabilities, TheDefaultExcludesCapabilitiesThatAllowAnEscape) {
  // sys_admin, sys_ptrace, dac_read_search, mknod, sys_module, sys_rawio, sys_boot, net_admin, bpf
  for (const int number : {21, 19, 2, 27, 16, 17, 22, 12, 39})
    EXPECT_EQ(default_capabilities() >> number & 1, 0u) << number;
}

}  // namespace
}  // namespace jail
