#include "sidecar/timeline.h"

#include <gtest/gtest.h>

namespace skiff::sidecar {
namespace {

constexpr std::int64_t start = 1763750000, hour = 3600, day = 24 * hour;

Timeline begun() {
  Timeline time;
  time.set({start, 500});
  return time;
}

// The jumps of the wall clock in all tests below.
const std::int64_t jumps[] = {0, 1, -1, 30, -30, hour, -hour, 7 * day, -7 * day};

TEST(Timeline, FollowsTheSteadyClockWhateverTheWallClockDoes) {
  for (const std::int64_t jump : jumps) {
    Timeline time = begun();
    EXPECT_EQ(time.now(), start);
    time.set({start + 15 + jump, 515});
    EXPECT_EQ(time.now(), start + 15) << jump;
    EXPECT_EQ(time.wall(), start + 15 + jump);
    time.set({start + 30, 530});
    EXPECT_EQ(time.now(), start + 30) << "set back again";
  }
}

TEST(Timeline, AJumpDoesNotChangeTheAgeOfWhatIsKnown) {
  for (const std::int64_t jump : jumps) {
    Timeline time = begun();
    EXPECT_EQ(time.from_wall_clock("a", start - 100), start - 100);
    time.set({start + 15 + jump, 515});
    EXPECT_EQ(time.now() - time.from_wall_clock("a", start - 100), 115) << jump;
  }
}

TEST(Timeline, WhatBeginsAfterAJumpHasItsAgeByTheNewClock) {
  for (const std::int64_t jump : jumps) {
    Timeline time = begun();
    time.set({start + 600 + jump, 1100});
    EXPECT_EQ(time.now() - time.from_wall_clock("a", start + 590 + jump), 10) << jump;
    time.set({start + 700 + jump, 1200});
    EXPECT_EQ(time.now() - time.from_wall_clock("a", start + 590 + jump), 110) << jump;
  }
}

// The age is first read after the jump, but the event was before it.
TEST(Timeline, WhatBeginsDuringAJumpIsNoOlderThanItCanBe) {
  for (const std::int64_t jump : jumps) {
    Timeline time = begun();
    const std::int64_t last = time.now();
    time.set({start + 15 + jump, 515});
    const std::int64_t age = time.now() - time.from_wall_clock("a", start + 5, last);
    EXPECT_GE(age, 0) << jump;
    EXPECT_LE(age, 15) << jump;
  }
}

TEST(Timeline, ATimeInTheFutureCountsAsNow) {
  Timeline time = begun();
  EXPECT_EQ(time.from_wall_clock("a", start + day), start);
  time.set({start + 20, 520});
  EXPECT_EQ(time.now() - time.from_wall_clock("a", start + day), 20);
}

TEST(Timeline, AnotherTimeOfTheSameThingIsAnotherEvent) {
  Timeline time = begun();
  time.from_wall_clock("a", start - 100);
  EXPECT_EQ(time.from_wall_clock("a", start - 10), start - 10);
  EXPECT_EQ(time.from_wall_clock("b", start - 100), start - 100);
}

TEST(Timeline, ForgetsWhatIsNoLongerReported) {
  Timeline time = begun();
  time.from_wall_clock("a", start - 100);
  time.from_wall_clock("b", start - 100);
  time.set({start + hour, 500 + hour});
  time.from_wall_clock("b", start - 100);
  time.set({start + hour + 1 + day, 500 + hour + 1});
  EXPECT_EQ(time.now() - time.from_wall_clock("b", start - 100), hour + 101);
  EXPECT_EQ(time.now() - time.from_wall_clock("a", start - 100), hour + 101 + day);
}

}  // namespace
}  // namespace skiff::sidecar
