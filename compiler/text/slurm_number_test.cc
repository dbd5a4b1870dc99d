#include "text/slurm_number.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

// As strtoul() with base 0 and s_p_handle_uint64() in src/common/parse_value.c of Slurm read them.
TEST(SlurmNumber, IsDecimalHexadecimalOrOctal) {
  EXPECT_EQ(to_slurm_number("0"), 0);
  EXPECT_EQ(to_slurm_number("4096"), 4096);
  EXPECT_EQ(to_slurm_number("0x1000"), 4096);
  EXPECT_EQ(to_slurm_number("0XfF"), 255);
  EXPECT_EQ(to_slurm_number("010"), 8);
  for (const char* text : {"", "k", "0x", "0xk", "09", "1.5", "-1", "+1", " 1", "1 ", "1m", "1kk", "abc", "NONE"})
    EXPECT_EQ(to_slurm_number(text), std::nullopt) << text;
}

TEST(SlurmNumber, MayHaveASuffix) {
  EXPECT_EQ(to_slurm_number("4k"), 4096);
  EXPECT_EQ(to_slurm_number("4K"), 4096);
  EXPECT_EQ(to_slurm_number("0x10k"), 16384);
  EXPECT_TRUE(read_slurm_number("0x10k")->thousands);
  EXPECT_FALSE(read_slurm_number("4096")->thousands);
}

TEST(SlurmNumber, OctalIsMarked) {
  EXPECT_TRUE(read_slurm_number("010")->octal);
  EXPECT_TRUE(read_slurm_number("00")->octal);
  EXPECT_FALSE(read_slurm_number("0")->octal);
  EXPECT_FALSE(read_slurm_number("0k")->octal);
  EXPECT_FALSE(read_slurm_number("0x10")->octal);
}

TEST(SlurmNumber, HasAtMost64Bits) {
  EXPECT_EQ(read_slurm_number("18446744073709551615")->value, UINT64_MAX);
  EXPECT_TRUE(read_slurm_number("18446744073709551615")->fits);
  EXPECT_FALSE(read_slurm_number("18446744073709551616")->fits);
  EXPECT_FALSE(read_slurm_number("18014398509481984k")->fits);
  EXPECT_EQ(to_slurm_number("9223372036854775808"), INT64_MAX);
  EXPECT_EQ(to_slurm_number("0xffffffffffffffffff"), INT64_MAX);
}

TEST(SlurmNumber, UnlimitedIsTheLargest) {
  EXPECT_EQ(to_slurm_number("UNLIMITED", 65535), 65535);
  EXPECT_EQ(to_slurm_number("infinite"), INT64_MAX);
}

}  // namespace
}  // namespace skiff
