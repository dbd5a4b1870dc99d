#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/fixture.h"

namespace skiff {
namespace {

// All diagnostics of a slurm.conf, without their places.
std::string found(const std::string& text) {
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", text);
  Diagnostics out;
  check_numbers(fixture.input(), out);
  check_reserved_cores(fixture.input(), out);
  const std::string all = lines(out);
  return all.substr(0, all.find(" (slurm/"));
}

TEST(SlurmNumbers, WeightsFitTogether) {
  EXPECT_EQ(found("PriorityWeightAge=2147483648\nPriorityWeightQOS=2147483647\n"), "");
  EXPECT_EQ(found("PriorityWeightAge=2147483648\nPriorityWeightQOS=2147483648\n"),
            "SKF486 \"2147483648\" all PriorityWeight* parameters add up to 4294967296; they must be no more than "
            "4294967295, the highest priority of a job");
  EXPECT_EQ(found("PriorityWeightAge=UNLIMITED\nPriorityWeightQOS=0\n"), "");
  EXPECT_NE(found("PriorityWeightAge=UNLIMITED\nPriorityWeightPartition=1\n"), "");
}

TEST(ReservedCores, AreWhole) {
  const auto list = [](const std::string& cpus, const std::string& threads = "2") {
    return found("NodeName=a Sockets=2 CoresPerSocket=4 ThreadsPerCore=" + threads + " CPUSpecList=" + cpus + "\n");
  };
  for (const char* const whole : {"0-1", "0,1", "1,0", "4-7", "0-1,2,3", "14-15,0-1", "0-1,0-1"})
    EXPECT_EQ(list(whole), "") << whole;
  EXPECT_EQ(list("0,3", "1"), "");
  EXPECT_EQ(list("1-2,9,15"),
            "SKF487 \"1-2,9,15\" must name whole cores: a core has 2 CPUs, and slurmctld would reserve 0-3,8-9,14-15");
  EXPECT_EQ(list("5", "4"), "SKF487 \"5\" must name whole cores: a core has 4 CPUs, and slurmctld would reserve 4-7");
}

}  // namespace
}  // namespace skiff
