#include "common/record.h"

#include <gtest/gtest.h>

namespace skiff {
namespace {

TEST(NodeRecord, IsParsedFromScontrolOutput) {
  const NodeRecord record = parse_record(
      "NodeName=n0 Arch=x86_64 CoresPerSocket=1 \n"
      "   State=IDLE+CLOUD+DRAIN ThreadsPerCore=1 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A\n"
      "   Partitions=main \n"
      "   Comment=see ticket 7\n"
      "   Reason=[HC] gpu-count: 7 of 8 GPUs [root@2026-11-21T14:30:43]\n");
  EXPECT_EQ(record.state, "IDLE+CLOUD+DRAIN");
  EXPECT_TRUE(record.known() && record.drained());
  EXPECT_EQ(record.reason, "[HC] gpu-count: 7 of 8 GPUs");
  EXPECT_EQ(record.reason_time, 1795271443);
  EXPECT_EQ(record.comment, "see ticket 7");
}

TEST(NodeRecord, HandlesReasonsWithoutATimeAndUnknownNodes) {
  EXPECT_EQ(parse_record("   Reason=bad [disk]\n").reason, "bad [disk]");
  EXPECT_FALSE(parse_record("Node n7 not found\n").known());
  EXPECT_FALSE(parse_record("   State=IDLE ThreadsPerCore=1\n").drained());
}

TEST(NodeRecord, IgnoresStatesInTheCommentAndTheReason) {
  const NodeRecord record = parse_record(
      "NodeName=n0 Arch=x86_64 CoresPerSocket=1 \n   State=DOWN*+DRAIN ThreadsPerCore=1\n   Comment=one\nState=IDLE x=y\n"
      "   Reason=State=IDLE again [root@2026-11-21T14:30:43]\n   State=MIXED\n");
  EXPECT_EQ(record.state, "DOWN*+DRAIN");
  EXPECT_EQ(record.reason, "State=IDLE again");
}

TEST(NodeRecord, ParsesOneRecordPerLine) {
  const auto records = parse_records(
      "NodeName=n-0 Arch=x86_64 State=IDLE+DRAIN ThreadsPerCore=1 Comment=was State=DOWN Partitions=main "
      "Reason=disk swap [root@2026-11-21T14:30:43]\nNodeName=n-1 State=IDLE\nslurm_load_node error: none\n");
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].first, "n-0");
  EXPECT_EQ(records[0].second.state, "IDLE+DRAIN");
  EXPECT_EQ(records[0].second.reason, "disk swap");
  EXPECT_EQ(records[0].second.reason_time, 1795271443);
  EXPECT_EQ(records[1].first, "n-1");
  EXPECT_EQ(records[1].second.state, "IDLE");
}

TEST(NodeRecord, TheReasonRunsFromItsFirstKeyToTheEndOfTheLine) {
  EXPECT_EQ(parse_records("NodeName=n State=IDLE Comment=x Reason=[HC] a: b Reason=disk\n")[0].second.reason,
            "[HC] a: b Reason=disk");
}

// As slurmctld 26.05 prints it.
TEST(NodeRecord, TheTopologyComesAfterTheReasonAndTheComment) {
  const auto records = parse_records(
      "NodeName=n-0 State=DOWN Reason=is Topology=x [root@2026-11-21T14:30:43] Comment=Topology=y Topology=default:one \n"
      "NodeName=n-1 State=IDLE\n"
      "NodeName=n-2 State=DOWN Reason=in Topology=default:x [root@2026-11-21T14:30:43]\n"
      "NodeName=n-3 State=IDLE Topology=default:one Parameters=a=b c\n");
  EXPECT_EQ(records[0].second.topology, "default:one");
  EXPECT_EQ(records[0].second.reason, "is Topology=x");
  EXPECT_EQ(records[0].second.reason_time, 1795271443);
  EXPECT_EQ(records[1].second.topology, "");
  EXPECT_EQ(records[2].second.topology, "");
  EXPECT_EQ(records[3].second.topology, "default:one");
}

TEST(NodeName, AcceptsOnlyValidNames) {
  EXPECT_TRUE(is_node_name("h100-3.a_b"));
  for (const char* name : {"", "a b", "a=b", "-a", "a,b", "a[1-2]", "a\n"}) EXPECT_FALSE(is_node_name(name)) << name;
}

TEST(Record, BelongsToASetByItsName) {
  EXPECT_EQ(parts_of("a-b-17").set, "a-b");
  EXPECT_EQ(parts_of("a-b-17").number, "17");
  for (const char* name : {"a", "a-", "-1", "a-1b", "", "login"}) EXPECT_EQ(parts_of(name).set, "") << name;
}

}  // namespace
}  // namespace skiff
