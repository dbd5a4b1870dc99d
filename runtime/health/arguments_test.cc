#include "arguments.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace skiff::health {
namespace {

TEST(HealthArguments, TheProgramNameSetsTheContext) {
  EXPECT_EQ(parse_arguments({"/usr/libexec/skiff/skiff-health-prolog"}).as, prolog);
  EXPECT_EQ(parse_arguments({"skiff-health"}).as, periodic);
  EXPECT_EQ(parse_arguments({"skiff-health-prolog", "--as", "epilog"}).as, epilog);
  EXPECT_TRUE(parse_arguments({"skiff-health-ready"}).ready);
  EXPECT_EQ(parse_arguments({"skiff-health-prolog"}).output, Output::none);
  EXPECT_EQ(parse_arguments({"skiff-health", "--as", "prolog"}).output, Output::table);
}

TEST(HealthArguments, ReadsOptions) {
  const Arguments found =
      parse_arguments({"skiff-health", "--settings", "/a", "--output", "json", "--root", "/b", "--list"});
  EXPECT_EQ(found.settings, "/a");
  EXPECT_EQ(found.output, Output::json);
  EXPECT_EQ(found.root, "/b");
  EXPECT_TRUE(found.list);
}

TEST(HealthArguments, RejectsInvalidArguments) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"x", "--as"}, {"x", "--as", "cron"}, {"x", "--output", "xml"}, {"x", "prolog"}, {"x", "--what"}})
    EXPECT_THROW(parse_arguments(words), std::runtime_error);
}

}  // namespace
}  // namespace skiff::health
