#include "plan/mounts_file.h"

#include <gtest/gtest.h>

namespace jail {
namespace {

// The only error of a file, with its line; empty if there is none.
std::string fault_of(const std::string& text) {
  const MountsFile file = parse_mounts(text);
  if (file.faults.empty()) return "";
  EXPECT_EQ(file.faults.size(), 1u);
  return std::to_string(file.faults[0].line) + ": " + file.faults[0].text;
}

TEST(MountsFile, TheDefaultMountsAreValid) {
  const MountsFile file = parse_mounts(default_mounts());
  EXPECT_TRUE(file.faults.empty());
  EXPECT_GT(file.mounts.size(), 10u);
}

TEST(MountsFile, ReadsALine) {
  const MountsFile file =
      parse_mounts("# a comment\n\n /data\\040sets\t/datasets bind rec,ro,suid,dev,noexec,optional,mounted\n");
  ASSERT_EQ(file.mounts.size(), 1u);
  const Mount& mount = file.mounts[0];
  EXPECT_EQ(mount.source, "/data sets");
  EXPECT_EQ(mount.target, "/datasets");
  EXPECT_EQ(mount.line, 3u);
  EXPECT_TRUE(mount.recursive && mount.read_only && mount.no_exec && mount.optional && mount.mounted);
  EXPECT_FALSE(mount.no_suid || mount.no_dev);
}

TEST(MountsFile, ABindMountIsNosuidAndNodevByDefault) {
  const MountsFile file = parse_mounts("/a /a bind");
  ASSERT_EQ(file.mounts.size(), 1u);
  EXPECT_TRUE(file.mounts[0].no_suid && file.mounts[0].no_dev);
  EXPECT_FALSE(file.mounts[0].read_only);
}

TEST(MountsFile, ControlCharactersAreReplacedInErrors) { EXPECT_EQ(fault_of("/a /a b\x1b\r"), "1: unknown type b??"); }

TEST(MountsFile, ASizeAboveTheLargestFileSizeIsRejected) {
  EXPECT_EQ(fault_of("none /run tmpfs size=8388607T"), "");
  for (const char* size : {"8388608T", "16777216T", "1073741824T"})
    EXPECT_EQ(fault_of(std::string("none /run tmpfs size=") + size),
              std::string("1: size must be a positive number, optionally with K, M, G or T, not ") + size);
}

TEST(MountsFile, ReadsSizesModesAndDevices) {
  const MountsFile file =
      parse_mounts("none /run tmpfs size=64M,mode=0700\n/tmp /tmp job\nnone /dev dev devices=uio*:net/tun");
  ASSERT_EQ(file.mounts.size(), 3u);
  EXPECT_EQ(file.mounts[0].size, 64u << 20);
  EXPECT_EQ(file.mounts[0].mode, 0700u);
  EXPECT_EQ(file.mounts[1].mode, 01777u);
  EXPECT_EQ(file.mounts[2].devices, (std::vector<std::string>{"uio*", "net/tun"}));
}

struct Bad {
  const char* text;
  const char* fault;
};

class MountsFileBad : public testing::TestWithParam<Bad> {};

TEST_P(MountsFileBad, IsRejectedWithItsLineNumber) { EXPECT_EQ(fault_of(GetParam().text), GetParam().fault); }

INSTANTIATE_TEST_SUITE_P(
    Lines, MountsFileBad,
    testing::Values(
        Bad{"/a /b", "1: a line must be SOURCE TARGET TYPE [OPTIONS]"},
        Bad{"/a /b bind ro rw", "1: a line must be SOURCE TARGET TYPE [OPTIONS]"},
        Bad{"/a /b nfs", "1: unknown type nfs"}, Bad{"a /b bind", "1: source a is not an absolute path"},
        Bad{"/a /b/../c bind", "1: target /b/../c has a part that is . or .."},
        Bad{"/a /b/ bind", "1: target /b/ has an empty part (// or a slash at the end)"},
        Bad{"/a / bind", "1: target / is the jail itself"},
        Bad{"/a\\04 /b bind", "1: a backslash without three octal digits (\\040 is a space)"},
        Bad{"/a /b\\012c bind", "1: target /b?c has a control character"},
        Bad{"/run /run tmpfs", "1: the source of tmpfs must be none"},
        Bad{"/a /b bind size=1M", "1: unknown option size for this type"},
        Bad{"/a /b bind ro,rw", "1: option rw is given twice or contradicts another option"},
        Bad{"/a /b bind nodev,dev", "1: option dev is given twice or contradicts another option"},
        Bad{"/a /b bind ro=1", "1: option ro takes no value"},
        Bad{"/a /b bind ro,,suid", "1: unknown option (empty) for this type"},
        Bad{"none /r tmpfs size", "1: option size needs a value"},
        Bad{"none /r tmpfs size=0", "1: size must be a positive number, optionally with K, M, G or T, not 0"},
        Bad{"none /r tmpfs mode=999", "1: mode must be an octal number up to 7777, not 999"},
        Bad{"none /d dev devices=../sda", "1: device pattern ../sda has a part that is . or .."},
        Bad{"/a /b bind\n/c /b bind", "2: target /b is already the target of line 1"},
        Bad{"/a /run/munge bind\nnone /run tmpfs", "2: hides /run/munge of line 1, which must come after this line"},
        Bad{"none /proc proc\n/a /proc/x bind", "2: target /proc/x is inside /proc, where nothing can be mounted"},
        Bad{"none /proc proc\nnone /p proc", "2: there can be only one mount of this type; the first is in line 1"},
        Bad{"/a /b spool", "1: source and target must be equal: slurmstepd uses the same path in the jail"}));

TEST(MountsFile, AllErrorsAreReported) { EXPECT_EQ(parse_mounts("x\ny\n/a /a bind\nz").faults.size(), 3u); }

TEST(MountsFile, ANulByteIsRejected) {
  EXPECT_FALSE(parse_mounts(std::string_view("/a /b bind\0", 11)).faults.empty());
}

}  // namespace
}  // namespace jail
