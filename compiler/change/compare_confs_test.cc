#include "change/compare_confs.h"

#include <gtest/gtest.h>

namespace skiff::change {
namespace {

std::string told(std::string_view before, std::string_view after) {
  std::string text;
  for (const ConfDifference& one : conf_differences(before, after)) {
    text += std::to_string(one.before_line) + ":" + std::to_string(one.after_line) + " ";
    if (!one.line.empty()) text += "[" + one.line + "] ";
    for (const std::string& key : one.keys) text += key + " ";
    text += "'" + one.before + "' '" + one.after + "'\n";
  }
  return text;
}

TEST(CompareConfs, ComparesParametersAndNotTheirLayout) {
  EXPECT_EQ(told("# a\nSlurmdTimeout=60\nMailProg=/x\n", "MailProg=/x\n\nslurmdtimeout = 60 # b\n"), "");
}

TEST(CompareConfs, NamesWhatChangedCameAndWent) {
  EXPECT_EQ(told("A=1\nB=2\n", "C=3\nA=2\n"), "0:1 C '' '3'\n1:2 A '1' '2'\n2:0 B '2' ''\n");
}

TEST(CompareConfs, PairsLinesByTheNamesOfHosts) {
  EXPECT_EQ(told("NodeName=cpu-[0-1] CPUs=8\nNodeName=gpu-[0-1] CPUs=8\n",
                 "NodeName=gpu-[0-3] CPUs=8\nNodeName=cpu-[0-1] CPUs=4 Weight=2\n"),
            "2:1 [NodeName=gpu-[0-3]] NodeName 'gpu-[0-1]' 'gpu-[0-3]'\n"
            "1:2 [NodeName=cpu-[0-1]] CPUs '8' '4'\n"
            "1:2 [NodeName=cpu-[0-1]] Weight '' '2'\n");
}

TEST(CompareConfs, PairsEachLineWithOneOther) {
  EXPECT_EQ(told("NodeName=n Name=gpu Type=a\nNodeName=n Name=gpu Type=b\n",
                 "NodeName=n Name=gpu Type=b\nNodeName=n Name=gpu Type=c\n"),
            "1:2 [NodeName=n] Type 'a' 'c'\n");
}

// Another name of a partition is another partition.
TEST(CompareConfs, PairsOnlyNodesByTheirPrefix) {
  EXPECT_EQ(told("PartitionName=p1 Nodes=ALL\n", "PartitionName=p2 Nodes=ALL\n"),
            "0:1 [PartitionName=p2] PartitionName Nodes '' 'PartitionName=p2 Nodes=ALL'\n"
            "1:0 [PartitionName=p1] PartitionName Nodes 'PartitionName=p1 Nodes=ALL' ''\n");
}

TEST(CompareConfs, NamesAllKeysOfALineThatCameOrWent) {
  EXPECT_EQ(told("PartitionName=a Nodes=ALL\n", ""),
            "1:0 [PartitionName=a] PartitionName Nodes 'PartitionName=a Nodes=ALL' ''\n");
}

}  // namespace
}  // namespace skiff::change
