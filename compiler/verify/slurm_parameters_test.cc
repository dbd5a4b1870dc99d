#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/good_cluster.h"
#include "verify/slurm_values.h"

namespace skiff {
namespace {

std::string found(const std::string& path, const std::string& text, Version version = {24, 11}) {
  Fixture fixture;
  fixture.add_conf(path, text);
  fixture.slurm = version;
  Diagnostics out;
  check_slurm(fixture.input(), out);
  return lines(out);
}

std::string slurm(const std::string& text, Version version = {24, 11}) {
  return found("slurm/slurm.conf", text, version);
}

TEST(SlurmParameters, GoodOnesPass) {
  EXPECT_EQ(slurm(good_slurm_conf), "");
  EXPECT_EQ(found("slurm/gres.conf", good_gres_conf), "");
  EXPECT_EQ(found("slurm/cgroup.conf", "CgroupPlugin=cgroup/v2\nConstrainCores=yes\n"), "");
  EXPECT_EQ(found("slurm/plugstack.conf", "Any=thing\n"), "") << "not a file of Key=value lines";
}

TEST(SlurmParameters, Unknown) {
  EXPECT_EQ(slurm("SelctType=select/cons_tres\n"),
            "SKF450 \"select/cons_tres\" \"SelctType\" is not a parameter of slurm.conf; did you mean \"SelectType\"? "
            "(slurm/slurm.conf: SelctType)\n");
  EXPECT_EQ(
      slurm("NodeName=a-0 RealMemry=5\n"),
      "SKF450 \"5\" \"RealMemry\" is not a parameter of a NodeName line in slurm.conf; did you mean \"RealMemory\"? "
      "(slurm/slurm.conf: RealMemry)\n");
  EXPECT_EQ(slurm("nodename=a-0 REALMEMORY=5\n"), "");
}

TEST(SlurmParameters, Versions) {
  EXPECT_EQ(slurm("HashPlugin=hash/k12\n", {23, 11}),
            "SKF451 \"hash/k12\" was added in Slurm 24.05; the target is 23.11, whose daemons would not start "
            "(slurm/slurm.conf: HashPlugin)\n");
  EXPECT_EQ(slurm("HashPlugin=hash/k12\n", {24, 5}), "");
  EXPECT_EQ(found("slurm/cgroup.conf", "CgroupReleaseAgentDir=/x\n", {25, 11}),
            "SKF451 \"/x\" was removed in Slurm 25.11; the target is 25.11, whose daemons would not start "
            "(slurm/cgroup.conf: CgroupReleaseAgentDir)\n");
  // Until then the daemons read it, but exit.
  EXPECT_EQ(found("slurm/cgroup.conf", "CgroupReleaseAgentDir=/x\n", {25, 5}),
            "SKF451 \"/x\" was removed in Slurm 22.05; the target is 25.05, whose daemons would not start "
            "(slurm/cgroup.conf: CgroupReleaseAgentDir)\n");
  EXPECT_EQ(slurm("FrontendName=a Port=1\n"),
            "SKF451 \"a\" needs a build of Slurm or a file that no pod has; the daemons would not start "
            "(slurm/slurm.conf: FrontendName)\n");
  // Added in a point release: the newest one of the series counts.
  EXPECT_EQ(found("slurm/cgroup.conf", "EnableControllers=yes\n", {23, 2}), "");
  EXPECT_NE(found("slurm/cgroup.conf", "EnableControllers=yes\n", {22, 5}), "");
  EXPECT_EQ(slurm("GetEnvTimeout=5\n", {25, 5}),
            "SKF452 warning \"5\" has had no effect since Slurm 25.05; the daemons log an error about it "
            "(slurm/slurm.conf: GetEnvTimeout)\n");
  EXPECT_EQ(slurm("GetEnvTimeout=5\n", {24, 11}), "");
  // Only a value that contains "tree" still has an effect, and no plugin ever had such a name.
  EXPECT_EQ(slurm("RoutePlugin=route/topology\n", {23, 11}),
            "SKF452 warning \"route/topology\" has had no effect since Slurm 23.11, which reads it and ignores it "
            "(slurm/slurm.conf: RoutePlugin)\n");
}

TEST(SlurmParameters, TypesThatChanged) {
  // Prolog may be repeated from 24.05 on.
  EXPECT_EQ(slurm("Prolog=/a\nProlog=/b\n", {24, 11}), "");
  EXPECT_EQ(slurm("Prolog=/a\nProlog=/b\n", {23, 11}),
            "SKF454 \"/b\" \"Prolog\" is given twice; Slurm uses the last one (slurm/slurm.conf: Prolog)\n");
}

TEST(SlurmParameters, Values) {
  EXPECT_EQ(slurm("SlurmdPort=eight\n"),
            "SKF453 \"eight\" must be a whole number or UNLIMITED (slurm/slurm.conf: SlurmdPort)\n");
  EXPECT_EQ(slurm("NodeName=a-0 RealMemory=-1\n").substr(0, 6), "SKF453");
  using Type = SlurmParameter::Type;
  EXPECT_EQ(bad_value(Type::uint16, "65535"), "");
  EXPECT_EQ(bad_value(Type::uint16, "65536"), "must be no more than 65535");
  EXPECT_EQ(bad_value(Type::uint16, "1k"), "must not have the suffix k, which Slurm accepts only for larger types");
  EXPECT_EQ(bad_value(Type::uint32, "64k"), "");
  EXPECT_EQ(bad_value(Type::uint32, "0x10k"), "");
  EXPECT_EQ(bad_value(Type::uint32, "0xffffffffk"), "must be no more than 4294967295");
  EXPECT_EQ(bad_value(Type::uint16, "0xffff"), "");
  EXPECT_EQ(bad_value(Type::uint32, "INFINITE"), "");
  EXPECT_EQ(bad_value(Type::uint32, "010"), "must not start with 0, because Slurm would read it as octal");
  EXPECT_EQ(bad_value(Type::uint32, "1.5"), "must be a whole number or UNLIMITED");
  EXPECT_EQ(bad_value(Type::uint64, "99999999999999999999"), "must be no more than 18446744073709551615");
  EXPECT_EQ(bad_value(Type::boolean, "Yes"), "");
  EXPECT_EQ(bad_value(Type::boolean, "on"), "must be yes or no");
  EXPECT_EQ(bad_value(Type::real, "1.5"), "");
  EXPECT_EQ(bad_value(Type::real, "x"), "must be a number");
}

TEST(SlurmParameters, Texts) {
  EXPECT_EQ(bad_text("a,b=c"), "");
  EXPECT_EQ(bad_text("\"a b\""), "");
  EXPECT_NE(bad_text(""), "");
  EXPECT_NE(bad_text("a b"), "");
  EXPECT_NE(bad_text("a#b"), "");
  EXPECT_NE(bad_text("\"a#b\""), "");
  EXPECT_NE(bad_text("a\nb"), "");
  EXPECT_NE(bad_text("a\"b"), "");
  EXPECT_NE(bad_text("a\\b"), "");
  EXPECT_NE(bad_text("a\x01"), "");
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", "ClusterName=a\n");
  fixture.confs[0].lines[0].parameters[0].value = "a\nNodeName=x";
  Diagnostics out;
  check_slurm(fixture.input(), out);
  EXPECT_EQ(lines(out), "SKF455 \"a\\nNodeName=x\" must be a single line (slurm/slurm.conf: ClusterName)\n");
}

TEST(SlurmParameters, Duplicates) {
  EXPECT_EQ(slurm("ClusterName=a\nclustername=b\n"),
            "SKF454 \"b\" \"clustername\" is given twice; Slurm uses the last one (slurm/slurm.conf: clustername)\n");
  EXPECT_EQ(slurm("NodeName=a-0 CPUs=1 cpus=2\n"),
            "SKF454 \"2\" \"cpus\" is given twice; Slurm uses the last one (slurm/slurm.conf: cpus)\n");
  EXPECT_EQ(slurm("SlurmctldHost=a\nSlurmctldHost=b\n"), "");
  EXPECT_EQ(slurm("ClusterName=a SlurmctldPort=1\n"),
            "SKF455 \"1\" must be on its own line (slurm/slurm.conf: SlurmctldPort)\n");
}

// The diagnostics if skiff intended the lines `meant` and wrote `text`, which a second parser reads back.
std::string reread(const std::string& meant, const std::string& text) {
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", meant);
  fixture.conf_files[0].text = text;
  Diagnostics out;
  check_slurm(fixture.input(), out);
  return lines(out);
}

TEST(SlurmParameters, TextReadsBackAsTheIntendedLines) {
  const std::string meant = "ClusterName=a\nNodeName=n-0 CPUs=1\nNodeName=n-1 CPUs=2\n";
  EXPECT_EQ(reread(meant, "# a comment\n\nNodeName=n-0 CPUs=1\nNodeName=n-1 \\\n CPUs=2\nClusterName=\"a\"\n"), "")
      << "the order of different keys does not matter";
  EXPECT_EQ(reread(meant, "ClusterName=a\nNodeName=n-1 CPUs=2\nNodeName=n-0 CPUs=1\n").substr(0, 82),
            "SKF456 Slurm reads this line differently than the intended \"NodeName=n-0\" (slurm/s");
  EXPECT_EQ(reread(meant, "ClusterName=a\nNodeName=n-0 CPUs=1\n"),
            "SKF456 the text has no line with \"NodeName=n-1\" (slurm/slurm.conf:0)\n");
  EXPECT_EQ(reread(meant, meant + "SlurmUser=root\n"), "SKF456 the text has an unintended line (slurm/slurm.conf:4)\n");
  EXPECT_EQ(reread("MailProg=/a\n", "MailProg=/a #x\n"), "");
  EXPECT_EQ(reread("MailProg=/a\n", "MailProg=/a b\n"), "SKF456 cannot be parsed from \"b\" on (slurm/slurm.conf:1)\n");
  EXPECT_EQ(reread("MailProg=/a\n", "MailProg=\n"),
            "SKF456 MailProg has no value (slurm/slurm.conf:1)\nSKF456 the text has no line with \"MailProg=/a\" "
            "(slurm/slurm.conf:0)\n");
}

}  // namespace
}  // namespace skiff
