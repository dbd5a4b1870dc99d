#include "text/utc.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(Utc, ReadsAndPrintsTimes) {
  EXPECT_EQ(parse_utc("1970-01-01T00:00:00"), 0);
  EXPECT_EQ(parse_utc("2026-01-06T05:00:00"), 1767675600);
  EXPECT_EQ(parse_utc("1969-12-31T23:59:59"), -1);
  for (const char* text : {"2026-01-06T05:00:00", "2024-02-29T23:59:59", "1969-12-31T23:59:59"})
    EXPECT_EQ(print_utc(*parse_utc(text)), text);
}

TEST(Utc, RefusesOtherText) {
  for (const char* text :
       {"", "2026-02-29T00:00:00", "2026-13-01T00:00:00", "2026-01-06T24:00:00", "2026-01-06 05:00:00",
        "2026-01-06T05:00", "2026-01-06T05:00:00Z", "Unknown", "2026-01-06T05:-1:00"})
    EXPECT_EQ(parse_utc(text), std::nullopt) << text;
}

TEST(Utc, ReadsOffsets) {
  const auto time = parse_utc("2026-01-06T05:00:00");
  EXPECT_EQ(parse_rfc3339("2026-01-06T05:00:00Z"), time);
  EXPECT_EQ(parse_rfc3339("2026-01-06T06:30:00+01:30"), time);
  EXPECT_EQ(parse_rfc3339("2026-01-05T23:00:00-06:00"), time);
  for (const char* text : {"2026-01-06T05:00:00", "2026-01-06T05:00:00+1:00", "2026-02-30T05:00:00Z",
                           "2026-01-06T05:00:00+24:00", "2026-01-06T05:00:00+01:00Z"})
    EXPECT_EQ(parse_rfc3339(text), std::nullopt) << text;
}

TEST(Utc, KnowsTheDayOfTheWeek) {
  EXPECT_EQ(weekday(0), 4u);
  EXPECT_EQ(weekday(-1), 3u);
  EXPECT_EQ(weekday(*parse_utc("2026-01-06T05:00:00")), 2u);
}

TEST(Utc, PrintsDurationsAsSlurmDoes) {
  EXPECT_EQ(print_slurm_time(300), "00:05:00");
  EXPECT_EQ(print_slurm_time(14400), "04:00:00");
  EXPECT_EQ(print_slurm_time(7 * 86400 + 3661), "7-01:01:01");
}

}  // namespace
}  // namespace skiff
