#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/fixture.h"

namespace skiff {
namespace {

// The cases follow the code of slurmd, which compares the beginnings of the texts.
bool good(const std::string& text, Version release = {24, 11}) {
  Fixture fixture;
  fixture.add_conf("slurm/job_container.conf", text);
  fixture.slurm = release;
  Diagnostics out;
  check_job_container(fixture.input(), out);
  return out.empty();
}

TEST(JobContainer, BasePathIsOutsideOfDirs) {
  EXPECT_TRUE(good("BasePath=/var/jobs\n"));
  EXPECT_TRUE(good("BasePath=none\nDirs=none\n"));
  EXPECT_FALSE(good("BasePath=/tmp\n")) << "/tmp is one of the default directories";
  EXPECT_FALSE(good("BasePath=/dev\n"));
  EXPECT_TRUE(good("BasePath=/tmp/jobs\n"));
  EXPECT_TRUE(good("BasePath=/tmp Dirs=/scratch\n"));
  EXPECT_FALSE(good("BasePath=/scratch Dirs=/tmp,/scratch/mine\n"));
  EXPECT_FALSE(good("NodeName=n1 BasePath=/scratch\nDirs=/scratch\n"));
  EXPECT_TRUE(good("BasePath=/tmp\n", {22, 5})) << "22.05 has no Dirs";
}

}  // namespace
}  // namespace skiff
