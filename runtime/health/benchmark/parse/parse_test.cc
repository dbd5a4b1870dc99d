#include "benchmark/parse/parse.h"

#include <gtest/gtest.h>

#include "common/files.h"
#include "testing/paths.h"

namespace skiff::benchmark {
namespace {

std::string recorded(const std::string& name) {
  const auto text = read_text(health::recorded_outputs() + "/" + name);
  EXPECT_TRUE(text) << name;
  return text.value_or("");
}

// `text` with the first `from` replaced by `to`.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

void expect_fault(Kind kind, const std::string& text, const std::string& fault) {
  const Reading found = parse(kind, text);
  EXPECT_FALSE(found.value || found.good) << text;
  EXPECT_EQ(found.fault, fault);
}

TEST(ParseNccl, ReadsRecordedOutput) {
  EXPECT_EQ(parse(Kind::nccl_all_reduce, recorded("all_reduce_good")).value, (Quantity{478.938, "GB/s"}));
  EXPECT_EQ(parse(Kind::nccl_pairs, recorded("all_reduce_slow")).value, (Quantity{312.396, "GB/s"}));
}

// nccl-tests 2.17 and later print lines before and after the table (github.com/NVIDIA/nccl-tests, issue 389: the output
// of 2.19.6).
TEST(ParseNccl, ReadsTheOutputOfNewerVersions) {
  std::string text = with(recorded("all_reduce_good"), "# nThread",
                          "# nccl-tests version 2.19.6 nccl-headers=23007 nccl-library=23007\n"
                          "# Collective test starting: all_reduce_perf\n# nThread");
  text = with(text, "graph: 0\n", "graph: 0 unalign: 0\n") + "# Collective test concluded: all_reduce_perf\n#\n";
  EXPECT_EQ(parse(Kind::nccl_all_reduce, text).value, (Quantity{478.938, "GB/s"}));
}

TEST(ParseNccl, MalformedOutputGivesNoResult) {
  const std::string good = recorded("all_reduce_good");
  const auto fault = [](const std::string& text, const std::string& why) {
    expect_fault(Kind::nccl_all_reduce, text, why);
  };
  fault("", "no Avg bus bandwidth line in the output");
  fault(recorded("all_reduce_garbled"), "a broken line in the table of results");
  fault(recorded("all_reduce_crash"), "no Avg bus bandwidth line in the output");
  fault(good + good, "more than one result in the output");
  fault(with(good, "0 OK", "50 FAILED"), "wrong sums: 50 FAILED");
  fault(with(good, "478.938", "nan"), "malformed result: nan");
  fault(with(good, "478.938", "-478.938"), "malformed result: -478.938");
  fault(with(good, "478.938", "478.938 FAILED"), "malformed result: 478.938 FAILED");
  fault(with(good, "# Out of bounds values : 0 OK\n", ""), "the output does not report whether the sums are correct");
  fault(good.substr(0, good.find("478.938") + 4), "the output is cut off");
  fault("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 478.9\n", "no table of results in the output");
}

// Output that is cut off anywhere gives no result.
TEST(ParseNccl, TruncatedOutputGivesNoResult) {
  const std::string good = recorded("all_reduce_good");
  const auto whole = good.find('\n', good.find("# Avg bus bandwidth")) + 1;
  for (std::size_t size = 0; size < whole; ++size)
    EXPECT_FALSE(parse(Kind::nccl_all_reduce, good.substr(0, size)).value) << size;
  EXPECT_TRUE(parse(Kind::nccl_all_reduce, good.substr(0, whole)).value);
}

TEST(ParseDcgm, ReadsTheOutputOfDcgm3And4) {
  EXPECT_TRUE(parse(Kind::dcgm_diag, recorded("dcgm4")).good);
  EXPECT_TRUE(parse(Kind::dcgm_diag, recorded("dcgm3")).good);
}

TEST(ParseDcgm, FailedTestsAndMalformedOutputDoNotPass) {
  const std::string four = recorded("dcgm4"), three = recorded("dcgm3");
  const auto fault = [](const std::string& text, const std::string& why) { expect_fault(Kind::dcgm_diag, text, why); };
  fault(with(four, "3, \"status\": \"Pass\"", "3, \"status\": \"Fail\""), "memory failed on GPU 3");
  fault(with(three, "\"0\", \"status\": \"PASS\"", "\"0\", \"status\": \"FAIL\""), "PCIe failed on GPU 0");
  fault(with(four, "Pass", "Maybe"), "unknown test status in the output: maybe");
  fault(with(four, "\"results\"", "\"other\""), "a test without results in the output");
  fault("{\"DCGM Diagnostic\": {\"test_categories\": []}}\n", "no test ran");
  fault("{\"DCGM Diagnostic\": {}}\n", "no tests in the output");
  fault("{\"DCGM Diagnostic\": {\"runtime_error\": \"Error: no GPU\\nmore\", \"version\": \"4.6.0\"}}\n",
        "Error: no GPU");
  fault("{}\n", "no diagnostic in the output");
  fault("Error: unable to connect to the host engine\n", "the output is not JSON from DCGM");
  fault(four.substr(0, four.size() / 2) + "\n", "the output is not JSON from DCGM");
  fault(four + four, "the output is not JSON from DCGM");
}

TEST(ParseStream, AcceptsOnlyValidOutput) {
  const std::string good = recorded("stream");
  EXPECT_EQ(parse(Kind::memory_bandwidth, good).value, (Quantity{422.0013, "GB/s"}));
  const auto fault = [](const std::string& text, const std::string& why) {
    expect_fault(Kind::memory_bandwidth, text, why);
  };
  fault("", "no Triad: line in the output");
  fault(good + good, "more than one result in the output");
  fault(with(good, "Solution Validates", "Solution"), "no Solution Validates line in the output");
  const std::string wrong = with(good, "Solution Validates: avg error less than 1.000000e-13 on all three arrays",
                                 "Failed Validation on array b[], AvgRelAbsErr > epsilon (1.000000e-13)");
  fault(wrong, "wrong values in array b[]");
  EXPECT_TRUE(parse(Kind::memory_bandwidth, wrong).failed);
  fault(with(good, "422001.3 ", "inf "), "malformed result: inf     0.005722     0.005687     0.005790");
}

TEST(ParseFio, AcceptsOnlyValidOutput) {
  const std::string good = recorded("fio");
  EXPECT_EQ(parse(Kind::storage_bandwidth, good).value, (Quantity{6.120423111, "GB/s"}));
  const auto fault = [](const std::string& text, const std::string& why) {
    expect_fault(Kind::storage_bandwidth, text, why);
  };
  fault("fio: pid=0, err=2\n", "the output is not JSON from fio");
  fault(good + good, "the output is not JSON from fio");
  fault(with(good, "\"error\" : 0", "\"error\" : 28"), "fio reported error 28");
  fault(with(good, "\"error\" : 0,", ""), "no error code in the output");
  fault(with(good, "\"bw_bytes\" : 0", "\"bw_bytes\" : 7"), "expected a job that only reads or only writes");
  fault(with(good, "\"bw_bytes\" : 6120423111", "\"bw_bytes\" : 0"), "expected a job that only reads or only writes");
  fault(with(good, "\"bw_bytes\" : 6120423111", "\"bw_bytes\" : -1"), "no bandwidth in the output");
  fault(with(good, "\"bw_bytes\" : 6120423111,", ""), "no bandwidth in the output");
  fault("{\"jobs\": []}\n", "expected exactly one job in the output");
}

TEST(ParseLine, AcceptsExactlyOneResultLine) {
  EXPECT_EQ(parse(Kind::command, "hello\nskiff-result: 12.5 ms\nbye\n").value, (Quantity{12.5, "ms"}));
  expect_fault(Kind::command, "", "no skiff-result: line in the output");
  expect_fault(Kind::command, "skiff-result: 1 ms\nskiff-result: 2 ms\n",
               "more than one skiff-result: line in the output");
  expect_fault(Kind::command, "skiff-result: nan ms\n", "malformed result: nan ms");
  expect_fault(Kind::command, "skiff-result: 12.5 m", "the output is cut off");
  expect_fault(Kind::command, " skiff-result: 12.5 ms\n", "no skiff-result: line in the output");
}

}  // namespace
}  // namespace skiff::benchmark
