#include "benchmark/settings.h"

#include <gtest/gtest.h>

#include "common/program.h"
#include "common/testing/tree.h"
#include "testing/paths.h"

namespace skiff::benchmark {
namespace {

std::string refusal(const std::string& json) {
  try {
    parse_settings(json);
  } catch (const std::exception& fault) {
    return fault.what();
  }
  return "";
}

const std::string good = R"({"name": "nccl", "kind": "nccl-all-reduce", "sets": [{"nodes": "h100-[0-3,7]", "gpus": 8,
  "command": ["all_reduce_perf", "-g", "8"], "floor": "460 GB/s"}], "states": ["idle", "mixed"], "submit": {"partition": "main"},
  "limits": {"nodes": 4, "atOnce": 2, "timeLimit": 300}, "below": "comment", "history": "/history"})";

TEST(BenchmarkSettings, AreRead) {
  const Settings found = parse_settings(good);
  EXPECT_EQ(found.kind, Kind::nccl_all_reduce);
  ASSERT_EQ(found.sets.size(), 1U);
  EXPECT_EQ(found.sets[0].nodes, "h100-[0-3,7]");
  EXPECT_EQ(found.sets[0].floor, (Quantity{460, "GB/s"}));
  EXPECT_EQ(found.partition, "main");
  EXPECT_EQ(found.at_once, 2);
  EXPECT_EQ(found.drains, 2);
  EXPECT_EQ(found.below, Below::comment);
}

TEST(BenchmarkSettings, RejectsUnknownKeysAndInvalidValues) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = good;
    const auto at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return refusal(text.replace(at, from.size(), to));
  };
  EXPECT_EQ(refusal(good), "");
  EXPECT_EQ(refusal("{"), "settings: is not valid JSON");
  EXPECT_EQ(with("nccl-all-reduce", "nccl"),
            "kind: must be nccl-all-reduce, nccl-pairs, dcgm-diag, memory-bandwidth, storage-bandwidth or command");
  EXPECT_EQ(with("\"kind\": \"nccl-all-reduce\", ", ""), "kind: is missing");
  EXPECT_EQ(with("460 GB/s", "fast"), "sets[0].floor: must be a number and a unit, such as 350 GB/s");
  EXPECT_EQ(with(", \"floor\": \"460 GB/s\"", ""), "sets[0].floor: is missing");
  EXPECT_EQ(with("nccl-all-reduce", "dcgm-diag"),
            "sets[0].floor: is not allowed for this kind: the program itself decides what passes");
  EXPECT_EQ(with("h100-[0-3,7]", "--all"),
            "sets[0].nodes: must consist of letters, digits and -_.,+[]@:, and must not begin with -");
  EXPECT_EQ(with("\"main\"", "\"a b\""),
            "submit.partition: must consist of letters, digits and -_.,+[]@:, and must not begin with -");
  EXPECT_EQ(with("\"idle\"", "\"down\""), "states: may contain only idle, mixed and allocated");
  EXPECT_EQ(with("\"comment\"", "\"reboot\""), "below: must be drain, comment or nothing");
  EXPECT_EQ(with("\"nodes\": 4", "\"nodes\": 0"), "limits.nodes: must be a whole number from 1 to 65536");
  EXPECT_EQ(with("\"below\": \"comment\"", "\"below\": \"drain\", \"retest\": true"), "");
  EXPECT_EQ(with("\"below\"", "\"retest\": true, \"below\""),
            "retest: requires below: drain, no submit.reservation, and a kind other than nccl-pairs");
  EXPECT_EQ(with("\"atOnce\"", "\"parallel\""), "limits.parallel: unknown field");
}

TEST(BenchmarkProgram, FailsIfItCannotReadItsSettings) {
  const Tree tree;
  const auto run = [&] {
    return run_program({health::benchmark_program(), tree.root + "/settings.json"}, {}, std::chrono::seconds(60));
  };
  const std::string head = "skiff-benchmark: " + tree.root + "/settings.json: ";
  EXPECT_EQ(run().code, 3);
  EXPECT_EQ(run().output, head + "cannot be read\n");
  tree.write("/settings.json", R"({"name": "nccl", "parallel": 2})");
  EXPECT_EQ(run().code, 3);
  EXPECT_EQ(run().output, head + "kind: is missing\n");
}

}  // namespace
}  // namespace skiff::benchmark
