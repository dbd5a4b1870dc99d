#include "level.h"

#include <gtest/gtest.h>

namespace skiff::health {
namespace {

TEST(Level, UnknownIsBelowAWarning) {
  EXPECT_EQ(worse(Level::unknown, Level::warn), Level::warn);
  EXPECT_EQ(worse(Level::unknown, Level::ok), Level::unknown);
  EXPECT_EQ(worse(Level::warn, Level::critical), Level::critical);
}

TEST(Level, NamesAreParsedBack) {
  for (const Level level : {Level::ok, Level::warn, Level::critical, Level::unknown})
    EXPECT_EQ(level_named(name_of(level)), level);
  EXPECT_EQ(level_named("OK"), std::nullopt);
}

TEST(Level, AResultHasAllFindingsOfTheWorstLevel) {
  Findings findings;
  EXPECT_EQ(findings.result("good").detail, "good");
  findings.add(Level::warn, "a");
  findings.add(Level::critical, "b");
  findings.add(Level::critical, "c");
  EXPECT_EQ(findings.result("good").level, Level::critical);
  EXPECT_EQ(findings.result("good").detail, "b; c");
}

}  // namespace
}  // namespace skiff::health
