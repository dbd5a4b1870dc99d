#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/fixture.h"

namespace skiff {
namespace {

// All diagnostics of an oci.conf, without the value and the place.
std::string found(const std::string& text, Version release = {24, 11}) {
  Fixture fixture;
  fixture.add_conf("slurm/oci.conf", text);
  fixture.slurm = release;
  Diagnostics out;
  check_oci(fixture.input(), out);
  std::string all;
  for (const Diagnostic& diagnostic : out)
    all += diagnostic.message.substr(0, diagnostic.message.find(" (slurm/")) + '\n';
  return all;
}

const std::string cleanup = "RunTimeKill=/bin/true\nRunTimeDelete=/bin/true\n";

TEST(OciConf, NeedsAWholeSetOfCommands) {
  EXPECT_EQ(found("RunTimeRun=run\n" + cleanup), "");
  EXPECT_EQ(found("RunTimeRun=run\n" + cleanup, {22, 5}), "must have RunTimeQuery as well\n");
  EXPECT_EQ(found("RunTimeRun=run\n"), "must have RunTimeKill as well\n");
  EXPECT_EQ(found("RunTimeQuery=query\n" + cleanup), "must have RunTimeRun, or RunTimeCreate and RunTimeStart\n");
  EXPECT_EQ(found("RunTimeCreate=create\n" + cleanup), "must have RunTimeStart as well\n");
  EXPECT_EQ(found("RunTimeCreate=create\nRunTimeStart=start\n" + cleanup), "must have RunTimeQuery as well\n");
  EXPECT_EQ(found("RunTimeCreate=create\nRunTimeStart=start\nRunTimeQuery=query\n" + cleanup), "");
  EXPECT_EQ(found("RunTimeRun=run\nRunTimeStart=start\n" + cleanup),
            "must have either RunTimeRun, or RunTimeCreate and RunTimeStart\n");
  EXPECT_EQ(found("IgnoreFileConfigJson=yes\nMountSpoolDir=/run/slurm\n"), "");
}

TEST(OciConf, KnowsThePlaceholdersOfTheRelease) {
  const auto run = [](const std::string& command, Version release = {24, 11}) {
    return found("RunTimeRun=\"" + command + "\"\nRunTimeQuery=query\n" + cleanup, release);
  };
  EXPECT_EQ(run("%% %@ %b %e %j %m %n %p %r %s %t %u %U 100%%"), "");
  EXPECT_EQ(run("%%x"), "");
  EXPECT_EQ(run("%x"), "must not have %x, which slurmd does not know: write %% for a percent sign\n");
  EXPECT_EQ(run("run 5%"), "must not end with a single %: write %%\n");
  EXPECT_NE(run("%m", {22, 5}), "");
  EXPECT_NE(run("%Z"), "");
  EXPECT_EQ(run("%Z", {26, 5}), "");
}

TEST(OciConf, HasRegularExpressions) {
  const std::string rest = "RunTimeRun=run\n" + cleanup;
  EXPECT_EQ(found(rest + "EnvExclude=\"^(SLURM_CONF|SLURM_CONF_SERVER)=\"\n"), "");
  EXPECT_EQ(found(rest + "RunTimeEnvExclude=\"100%x\"\n"), "");
  EXPECT_EQ(found(rest + "EnvExclude=\"^(SLURM\"\n"), "must be an extended regular expression: Unmatched ( or \\(\n");
}

}  // namespace
}  // namespace skiff
