#include "keys/random.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace skiff {
namespace {

// The vectors of RFC 4648 (10), and bytes that differ between the two alphabets.
TEST(Base64, AsInTheStandard) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(to_base64("\xfb\xff\xfe"), "+//+");
  EXPECT_EQ(to_base64url("\xfb\xff\xfe"), "-__-");
  EXPECT_EQ(to_base64url("f"), "Zg");
}

TEST(Hex, EachByte) { EXPECT_EQ(to_hex(std::string("\0\x0f\xa5\xff", 4)), "000fa5ff"); }

TEST(RandomBytes, DifferAndUseEveryValue) {
  EXPECT_EQ(random_bytes(0), "");
  const std::string bytes = random_bytes(1 << 16);
  EXPECT_EQ(bytes.size(), std::size_t{1} << 16);
  EXPECT_EQ(std::set<char>(bytes.begin(), bytes.end()).size(), 256u);
  EXPECT_NE(random_bytes(32), random_bytes(32));
}

TEST(RandomUuid, Version4) {
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  const std::string uuid = random_uuid();
  EXPECT_TRUE(std::regex_match(uuid, form)) << uuid;
  EXPECT_NE(uuid, random_uuid());
}

}  // namespace
}  // namespace skiff
