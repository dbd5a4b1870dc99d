#include "exporter/nodes.h"

#include <gtest/gtest.h>

namespace skiff::exporter {
namespace {

using metrics::Page;

// As slurmctld 24.11 prints it, with --detail.
std::string record(const std::string& name, const std::string& state, const std::string& rest = "") {
  return "NodeName=" + name +
         " Arch=x86_64 CoresPerSocket=32  CPUAlloc=16 CPUEfctv=126 CPUTot=128 CPULoad=3.10 AvailableFeatures=(null)"
         " ActiveFeatures=(null) Gres=gpu:h100:8(S:0-1) GresDrain=N/A GresUsed=gpu:h100:3(IDX:0,2-3) NodeAddr=" +
         name + " NodeHostName=" + name +
         " Version=24.11.5 OS=Linux 6.1.0 #1 SMP  RealMemory=1000 AllocMem=200 FreeMem=N/A Sockets=2 Boards=1 State=" +
         state + " ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A Partitions=main,gpu  BootTime=None" +
         " CfgTRES=cpu=128,mem=1000M,billing=128 AllocTRES=cpu=16,mem=200M " + rest + "\n";
}

std::string state_of(const std::string& state) { return std::string(parse_nodes(record("a-0", state)).at(0).state); }

std::string written(const std::string& text) {
  Page page;
  write_nodes(parse_nodes(text), page);
  return page.text();
}

bool has_line(const std::string& text, const std::string& line) { return text.find("\n" + line + "\n") != text.npos; }

TEST(ExporterNodes, ReadsAmountsAndPartitions) {
  const auto nodes = parse_nodes(record("a-0", "MIXED") + record("a-1", "IDLE"));
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[0].total.cpus, 128);
  EXPECT_EQ(nodes[0].allocated.cpus, 16);
  EXPECT_EQ(nodes[0].total.memory, 1000LL * 1024 * 1024);
  EXPECT_EQ(nodes[0].allocated.memory, 200LL * 1024 * 1024);
  EXPECT_EQ(nodes[0].total.gpus, 8);
  EXPECT_EQ(nodes[0].allocated.gpus, 3);
  EXPECT_EQ(nodes[0].partitions, (std::vector<std::string>{"main", "gpu"}));
  EXPECT_TRUE(nodes[0].reason.empty());
}

TEST(ExporterNodes, GivesEachNodeOneState) {
  EXPECT_EQ(state_of("IDLE"), "idle");
  EXPECT_EQ(state_of("MIXED+CLOUD"), "mixed");
  EXPECT_EQ(state_of("ALLOCATED+COMPLETING"), "allocated");
  EXPECT_EQ(state_of("IDLE+COMPLETING"), "completing");
  EXPECT_EQ(state_of("IDLE+DRAIN"), "drained");
  EXPECT_EQ(state_of("MIXED+DRAIN"), "draining");
  EXPECT_EQ(state_of("IDLE+COMPLETING+DRAIN"), "draining");
  EXPECT_EQ(state_of("DOWN+DRAIN+NOT_RESPONDING"), "down");
  EXPECT_EQ(state_of("DOWN*"), "down");
  EXPECT_EQ(state_of("DOWN+CLOUD+POWERED_DOWN"), "down");
  EXPECT_EQ(state_of("IDLE+CLOUD+POWERED_DOWN"), "powered_down");
  EXPECT_EQ(state_of("IDLE+CLOUD+POWERING_DOWN"), "powering_down");
  EXPECT_EQ(state_of("ALLOCATED+CLOUD+NOT_RESPONDING+POWERING_UP"), "powering_up");
  EXPECT_EQ(state_of("IDLE+MAINTENANCE+RESERVED"), "maintenance");
  EXPECT_EQ(state_of("IDLE+RESERVED"), "reserved");
  EXPECT_EQ(state_of("IDLE+PLANNED"), "planned");
  EXPECT_EQ(state_of("IDLE+FAIL"), "failing");
  EXPECT_EQ(state_of("FUTURE"), "future");
  EXPECT_EQ(state_of("UNKNOWN"), "unknown");
}

TEST(ExporterNodes, TellsWhetherSlurmdResponds) {
  EXPECT_TRUE(parse_nodes(record("a-0", "IDLE"))[0].responding);
  EXPECT_FALSE(parse_nodes(record("a-0", "IDLE+NOT_RESPONDING"))[0].responding);
  EXPECT_FALSE(parse_nodes(record("a-0", "IDLE*"))[0].responding);
}

// Administrators and programs write reasons and comments, so these must not pass for fields.
TEST(ExporterNodes, TakesNoFieldFromFreeText) {
  const auto nodes = parse_nodes(
      "NodeName=a-0 CPUTot=4 State=DOWN Comment=x Partitions=evil CPUAlloc=9 Extra=Gres=gpu:9 "
      "Reason=y GresUsed=gpu:7 [root@2026-11-21T14:30:43]\n");
  ASSERT_EQ(nodes.size(), 1u);
  EXPECT_TRUE(nodes[0].partitions.empty());
  EXPECT_EQ(nodes[0].allocated.cpus, 0);
  EXPECT_EQ(nodes[0].allocated.gpus, 0);
  EXPECT_EQ(nodes[0].total.gpus, 0);
  EXPECT_EQ(nodes[0].reason, "y GresUsed=gpu:7");
}

TEST(ExporterNodes, FindsTheChecksThatDrainedTheNodeOrWarn) {
  const auto checks = [](const std::string& state, const std::string& rest) {
    const Node node = parse_nodes(record("a-0", state, rest)).at(0);
    std::string text;
    for (const auto& check : node.critical) text += check + "! ";
    for (const auto& check : node.warnings) text += check + "? ";
    return text;
  };
  EXPECT_EQ(checks("IDLE+DRAIN", "Reason=[HC] gpu-count: 7 of 8 GPUs [root@2026-11-21T14:30:43]"), "gpu-count! ");
  EXPECT_EQ(checks("IDLE", "Comment=[HC] warning: space: 9 % free; and more; contexts: 3 left "), "contexts? space? ");
  EXPECT_EQ(checks("IDLE", "Comment=[HC] nccl: 312 GB/s Extra=x"), "nccl? ");
  EXPECT_EQ(checks("DOWN", "Comment=[HC] warning: space: 9 % Reason=[HC] mount: gone [root@2026-11-21T14:30:43]"),
            "mount! space? ");
  for (const char* other :
       {"Reason=gpu-count: 7 [root@2026-11-21T14:30:43]", "Comment=space: 9 %", "Comment=[HC] no name",
        "Reason=[HC] a b: c [root@2026-11-21T14:30:43]", "Comment=[HC] : x"})
    EXPECT_EQ(checks("IDLE+DRAIN", other), "") << other;
}

TEST(ExporterNodes, AddsUpTheGpusOfAllModels) {
  EXPECT_EQ(gpus_in("gpu:h100:3(IDX:0-2),gpu:a100:1(IDX:3),shard:8(IDX:0)"), 4);
  EXPECT_EQ(gpus_in("gpu:2,craynetwork:4"), 2);
  EXPECT_EQ(gpus_in("gpu:1g.10gb:7(S:0,1)"), 7);
  for (const char* none : {"", "(null)", "gpu:h100:0(IDX:N/A)", "gpu:x(", "gpus:3"})
    EXPECT_EQ(gpus_in(none), 0) << none;
}

TEST(ExporterNodes, WritesSetsPartitionsAndNodes) {
  const std::string text = written(record("a-0", "IDLE") + record("a-1", "MIXED") + record("b-c-0", "IDLE") +
                                   record("a-2", "IDLE+DRAIN", "Reason=gpu \"x\" [root@2026-11-21T14:30:43]"));
  EXPECT_TRUE(has_line(text, R"(skiff_nodes{node_set="a",state="idle"} 1)"));
  EXPECT_TRUE(has_line(text, R"(skiff_nodes{node_set="b-c",state="idle"} 1)"));
  EXPECT_TRUE(has_line(text, R"(skiff_partition_nodes{partition="gpu",state="idle"} 2)"));
  EXPECT_TRUE(has_line(text, R"(skiff_partition_cpus{partition="main"} 512)"));
  EXPECT_TRUE(has_line(text, R"(skiff_partition_gpus_allocated{partition="main"} 12)"));
  EXPECT_TRUE(has_line(text, R"(skiff_node_state{node="a-1",node_set="a",state="mixed"} 1)"));
  EXPECT_TRUE(has_line(text, R"(skiff_node_memory_bytes{node="a-0",node_set="a"} 1048576000)"));
  EXPECT_TRUE(has_line(text, R"(skiff_node_memory_allocated_bytes{node="a-0",node_set="a"} 209715200)"));
  EXPECT_TRUE(has_line(written(record("a-0", "IDLE", "Comment=[HC] warning: space: 9 %")),
                       R"(skiff_node_check{node="a-0",node_set="a",check="space",level="warning"} 1)"));
  EXPECT_TRUE(has_line(text, R"(skiff_node_responding{node="a-0",node_set="a"} 1)"));
  EXPECT_TRUE(has_line(text,
                       "skiff_node_unavailable_since_timestamp_seconds{node=\"a-2\",node_set=\"a\","
                       "state=\"drained\",reason=\"gpu \\\"x\\\"\"} 1795271443"))
      << text;
}

}  // namespace
}  // namespace skiff::exporter
