#include "text/hostlist.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace skiff {
namespace {

std::vector<std::string> names(std::string_view text) {
  const auto hosts = parse_hostlist(text);
  return hosts ? expand(*hosts) : std::vector<std::string>{"refused"};
}

using Names = std::vector<std::string>;

TEST(Hostlist, ExpandsRanges) {
  EXPECT_EQ(names("n[0-2,7]"), (Names{"n0", "n1", "n2", "n7"}));
  EXPECT_EQ(names("n[9-11]"), (Names{"n9", "n10", "n11"}));
  EXPECT_EQ(names("n[08-11]"), (Names{"n08", "n09", "n10", "n11"}));
  EXPECT_EQ(names("a,b12,c"), (Names{"a", "b12", "c"}));
  EXPECT_EQ(names("a[0-1]b[0-1]"), (Names{"a0b0", "a0b1", "a1b0", "a1b1"}));
  EXPECT_EQ(names("w-[0-1].w.slurm.svc"), (Names{"w-0.w.slurm.svc", "w-1.w.slurm.svc"}));
  EXPECT_EQ(names("[0-1]"), (Names{"0", "1"}));
}

TEST(Hostlist, RefusesWhatSlurmRefusesOrMisreads) {
  for (const char* text : {"n[3-1]", "n[1-3", "n]1", "a,,b", "n[1-]", "n[a-b]", "n[]", "n[0-70000]", "n[-3]", "", ",a",
                           "n[[1]]", "n[1]]", "n[0-1]]", "n[0-9999]x[0-9999]y[0-9]"}) {
    EXPECT_FALSE(parse_hostlist(text)) << text;
  }
}

TEST(Hostlist, RefusesListsThatWouldExhaustMemory) {
  std::string many = "n[0-65535]x[0-9]y[0";
  for (int i = 1; i < 2000; ++i) many += ',' + std::to_string(i);
  EXPECT_FALSE(parse_hostlist(many + "]"));
  EXPECT_FALSE(parse_hostlist("n[0-65535]" + std::string(10'000, 'x') + "[0-1]"));
  EXPECT_TRUE(parse_hostlist("n[0-1]" + std::string(250, 'x') + "[0-1]"));
}

TEST(Hostlist, CountsWithoutExpanding) { EXPECT_EQ(host_count(*parse_hostlist("n[0-9999],x,y[1-2]")), 10003u); }

TEST(Hostlist, PrintsTheShortestForm) {
  EXPECT_EQ(print_hostlist(*parse_hostlist("n0,n1,n2,n7,x")), "n[0-2,7],x");
  EXPECT_EQ(print_hostlist(*parse_hostlist("n8,n9,n10")), "n[8-10]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("n08,n09,n10")), "n[08-10]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("n09,n10,n100")), "n[09-10,100]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("n[5]")), "n5");
  EXPECT_EQ(print_hostlist(*parse_hostlist("w-[0-3].w")), "w-[0-3].w");
  EXPECT_EQ(print_hostlist(*parse_hostlist("a,a")), "a,a");
}

TEST(Hostlist, PrintsTheShortestFormIfABracketIsNotAtTheEnd) {
  EXPECT_EQ(print_hostlist(*parse_hostlist("a[1]2,a13")), "a[12-13]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("a1[2],a13")), "a[12-13]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("a11,a[1]2,a[13-14]")), "a[11-14]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("a[1]b2,a1b3")), "a1b[2-3]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("a[1,3]2,a13")), "a[1,3]2,a13");
}

TEST(Hostlist, JoinsNoRangeThatSlurmRefuses) {
  EXPECT_EQ(print_hostlist(*parse_hostlist("a[0-65534],a65535")), "a[0-65535]");
  EXPECT_EQ(print_hostlist(*parse_hostlist("a[0-65535],a[65536-65540]")), "a[0-65535,65536-65540]");
}

TEST(Hostlist, APrintedListExpandsToTheSameNames) {
  for (const char* text :
       {"n[0-2,7],x", "n[08-11,12-13]", "a0b[0-1],a1b[0-1]", "w-[0-99].w.slurm.svc", "9,10", "n[9-10,010-012]"}) {
    const auto hosts = parse_hostlist(text);
    ASSERT_TRUE(hosts) << text;
    EXPECT_EQ(names(print_hostlist(*hosts)), expand(*hosts)) << text;
  }
}

// Compares with the output of scontrol, if Slurm is installed. Suffixes are left out, because Slurm supports them only
// since 23.02.5.
TEST(Hostlist, AgreesWithScontrol) {
  if (std::system("command -v scontrol >/dev/null 2>&1") != 0) GTEST_SKIP() << "scontrol is not installed";
  char conf[] = "/tmp/hostlist_test.XXXXXX";
  const int fd = mkstemp(conf);
  ASSERT_GE(fd, 0);
  std::ofstream(conf) << "ClusterName=t\nSlurmctldHost=localhost\n";
  for (const std::string text : {"n[0-2,7]", "n[9-11]", "n[08-11]", "a,b12,c", "a[0-1]b[0-1]", "[0-3]", "n[001-003,7]",
                                 "n[098-102],m[1-2]", "rack[0-1]node[00-01],x9"}) {
    const std::string command = "SLURM_CONF=" + std::string(conf) + " scontrol show hostnames '" + text + "'";
    FILE* pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    Names theirs;
    char line[256];
    while (fgets(line, sizeof line, pipe) != nullptr) {
      theirs.emplace_back(line);
      theirs.back().pop_back();
    }
    pclose(pipe);
    EXPECT_EQ(names(text), theirs) << text;
  }
  std::remove(conf);
}

}  // namespace
}  // namespace skiff
