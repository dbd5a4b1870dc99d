#include "record.h"

#include <gtest/gtest.h>

namespace skiff::health {
namespace {

TEST(NodeRecord, IsReadFromWhatScontrolShows) {
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

TEST(NodeRecord, ReasonsWithoutATimeAndNoNode) {
  EXPECT_EQ(parse_record("   Reason=bad [disk]\n").reason, "bad [disk]");
  EXPECT_FALSE(parse_record("Node n7 not found\n").known());
  EXPECT_FALSE(parse_record("   State=IDLE ThreadsPerCore=1\n").drained());
}

}  // namespace
}  // namespace skiff::health
