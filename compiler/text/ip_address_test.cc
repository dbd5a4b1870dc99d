#include "text/ip_address.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(IpAddress, HasTheBitsOfItsFamily) {
  EXPECT_EQ(address_bits("192.0.2.10"), 32);
  EXPECT_EQ(address_bits("2001:db8::10"), 128);
  for (const char* other : {"", "192.0.2", "192.0.2.256", "2001:db8", "host"})
    EXPECT_EQ(address_bits(other), -1) << other;
}

TEST(Cidr, IsAnAddressAndAtMostItsBits) {
  for (const char* good : {"0.0.0.0/0", "10.0.0.0/8", "192.0.2.10/32", "::/0", "2001:db8::/128"})
    EXPECT_TRUE(is_cidr(good)) << good;
  for (const char* other : {"", "/", "/8", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.256.0.0/16",
                            "2001:db8::/129", "10.0.0.0/8/8"})
    EXPECT_FALSE(is_cidr(other)) << other;
}

}  // namespace
}  // namespace skiff
