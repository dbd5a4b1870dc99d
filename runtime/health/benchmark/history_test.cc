#include "benchmark/history.h"

#include <gtest/gtest.h>

namespace skiff::benchmark {
namespace {

Result result(const std::string& node, Grade grade, std::optional<double> value) {
  Result result;
  result.nodes = {node};
  result.grade = grade;
  if (value) result.value = Quantity{*value, "GB/s"};
  result.floor = Quantity{460, "GB/s"};
  return result;
}

TEST(History, IsPrometheusText) {
  History history;
  remember(history, result("n0", Grade::pass, 478.938), 1000);
  remember(history, result("n0", Grade::fail, 312.4), 2000);
  remember(history, result("n0", Grade::unknown, {}), 3000);
  EXPECT_EQ(metrics(history, "nccl"),
            "# HELP skiff_benchmark_value Last measured value of the node; its unit is in the label unit.\n"
            "# TYPE skiff_benchmark_value gauge\n"
            "skiff_benchmark_value{benchmark=\"nccl\",node=\"n0\",unit=\"GB/s\"} 312.4\n"
            "# HELP skiff_benchmark_floor Lowest value with which the node passes; its unit is in the label unit.\n"
            "# TYPE skiff_benchmark_floor gauge\n"
            "skiff_benchmark_floor{benchmark=\"nccl\",node=\"n0\",unit=\"GB/s\"} 460\n"
            "# HELP skiff_benchmark_passed 1 if the node passed its last run with a known result, 0 if it failed.\n"
            "# TYPE skiff_benchmark_passed gauge\n"
            "skiff_benchmark_passed{benchmark=\"nccl\",node=\"n0\"} 0\n"
            "# HELP skiff_benchmark_last_result_timestamp_seconds Time of the last run with a known result.\n"
            "# TYPE skiff_benchmark_last_result_timestamp_seconds gauge\n"
            "skiff_benchmark_last_result_timestamp_seconds{benchmark=\"nccl\",node=\"n0\"} 2000\n"
            "# HELP skiff_benchmark_last_try_timestamp_seconds Time of the last run, whatever its result.\n"
            "# TYPE skiff_benchmark_last_try_timestamp_seconds gauge\n"
            "skiff_benchmark_last_try_timestamp_seconds{benchmark=\"nccl\",node=\"n0\"} 3000\n"
            "# HELP skiff_benchmark_results_total Number of runs on the node, by result.\n"
            "# TYPE skiff_benchmark_results_total counter\n"
            "skiff_benchmark_results_total{benchmark=\"nccl\",node=\"n0\",result=\"pass\"} 1\n"
            "skiff_benchmark_results_total{benchmark=\"nccl\",node=\"n0\",result=\"fail\"} 1\n"
            "skiff_benchmark_results_total{benchmark=\"nccl\",node=\"n0\",result=\"unknown\"} 1\n");
}

TEST(History, IsReadBack) {
  History history;
  remember(history, result("n0", Grade::pass, 478.938), 1000);
  remember(history, result("n1", Grade::unknown, {}), 1500);
  const std::string text = metrics(history, "nccl");
  const auto found = parse_metrics(text);
  ASSERT_TRUE(found);
  EXPECT_EQ(metrics(*found, "nccl"), text);
  EXPECT_EQ(last_tried(*found), (LastTried{{"n0", 1000}, {"n1", 1500}}));
}

TEST(History, MalformedTextIsRejected) {
  EXPECT_TRUE(parse_metrics("")->empty());
  for (const char* text : {"something", "skiff_benchmark_value{node=\"n0\"} nan\n", "other_value{node=\"n0\"} 1\n",
                           "skiff_benchmark_value 1\n", "skiff_benchmark_value{node=\"--all\"} 1\n"})
    EXPECT_FALSE(parse_metrics(text)) << text;
}

}  // namespace
}  // namespace skiff::benchmark
