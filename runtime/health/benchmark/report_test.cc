#include "benchmark/report.h"

#include <gtest/gtest.h>

namespace skiff::benchmark {
namespace {

TEST(BenchmarkReport, IsALineOfJson) {
  Settings settings;
  settings.name = "nccl";
  settings.kind = Kind::nccl_pairs;
  Result result;
  result.nodes = {"n0", "n1"};
  result.detail = "the job did not start\xff";
  EXPECT_EQ(
      json_line(settings, result, false, "", 1000),
      "{\"benchmark\":\"nccl\",\"kind\":\"nccl-pairs\",\"time\":1000,\"nodes\":[\"n0\",\"n1\"],\"result\":\"unknown\","
      "\"detail\":\"the job did not start\xef\xbf\xbd\"}\n");
  result = {{"n0"}, Grade::fail, Quantity{312.4, "GB/s"}, Quantity{440, "GB/s"}, "slow", 7, 31, true};
  EXPECT_EQ(json_line(settings, result, true, "drained: x", 1000),
            "{\"benchmark\":\"nccl\",\"kind\":\"nccl-pairs\",\"time\":1000,\"node\":\"n0\",\"result\":\"fail\","
            "\"detail\":\"slow\","
            "\"value\":312.4,\"unit\":\"GB/"
            "s\",\"floor\":440.0,\"job\":7,\"seconds\":31,\"retest\":true,\"action\":\"drained: x\"}\n");
}

}  // namespace
}  // namespace skiff::benchmark
