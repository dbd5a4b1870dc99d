#include "benchmark/quantity.h"

#include <gtest/gtest.h>

namespace skiff::benchmark {
namespace {

TEST(Quantity, IsANumberAndAUnit) {
  EXPECT_EQ(parse_quantity("350 GB/s"), (Quantity{350, "GB/s"}));
  EXPECT_EQ(parse_quantity("0.5 %"), (Quantity{0.5, "%"}));
}

TEST(Quantity, RejectsAllOtherForms) {
  for (const char* text : {"", "350", "GB/s", "350GB/s", "350  GB/s", " 350 GB/s", "350 GB/s ", "-1 GB/s", "+1 GB/s",
                           "nan GB/s", "inf GB/s", "1e3 GB/s", ".5 GB/s", "5. GB/s", "0x10 GB/s", "1,5 GB/s", "1 G\"B",
                           "1 G\nB", "1234567890123456 GB/s"})
    EXPECT_FALSE(parse_quantity(text)) << text;
}

TEST(Quantity, IsPrintedWithoutTrailingZeros) {
  EXPECT_EQ(text_of(Quantity{312.4, "GB/s"}), "312.4 GB/s");
  EXPECT_EQ(text_of(350.0), "350");
  EXPECT_EQ(text_of(0.12345), "0.123");
}

}  // namespace
}  // namespace skiff::benchmark
