#include "benchmark/pairs.h"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>

namespace skiff::benchmark {
namespace {

// A cluster in which some nodes and some connections are slow, and some nodes never start a job.
struct PairsTest : testing::Test {
  std::set<std::string> slow, absent;
  std::set<std::set<std::string>> bad_links;
  std::vector<std::vector<std::string>> jobs;
  std::set<std::string> busy;
  std::mutex lock;

  Result job(const std::vector<std::string>& nodes) {
    {
      const std::scoped_lock held(lock);
      jobs.push_back(nodes);
      for (const auto& node : nodes) EXPECT_TRUE(busy.insert(node).second) << node << " is in two jobs";
    }
    Result result;
    result.nodes = nodes;
    const auto any = [&](const std::set<std::string>& of) { return of.contains(nodes[0]) || of.contains(nodes[1]); };
    result.grade = any(absent)                                             ? Grade::unknown
                   : any(slow) || bad_links.contains({nodes[0], nodes[1]}) ? Grade::fail
                                                                           : Grade::pass;
    result.detail = result.grade == Grade::fail ? "slow" : "";
    const std::scoped_lock held(lock);
    for (const auto& node : nodes) busy.erase(node);
    return result;
  }
  std::map<std::string, Result> run(const std::vector<std::string>& nodes, std::size_t side_by_side = 2) {
    std::map<std::string, Result> found;
    std::size_t told = 0;
    for (const auto& result : run_pairs(
             nodes, side_by_side, [&](const auto& pair) { return job(pair); },
             [&](const Result&) {
               const std::scoped_lock held(lock);
               ++told;
             })) {
      EXPECT_EQ(result.nodes.size(), 1U);
      EXPECT_TRUE(found.emplace(result.nodes[0], result).second);
    }
    EXPECT_EQ(told, jobs.size());
    return found;
  }
};

TEST_F(PairsTest, PassingPairsAreTestedOnce) {
  const auto found = run({"a", "b", "c", "d"});
  ASSERT_EQ(found.size(), 4U);
  for (const auto& [node, result] : found) EXPECT_EQ(result.grade, Grade::pass) << node;
  EXPECT_EQ(jobs.size(), 2U);
}

TEST_F(PairsTest, OnlyANodeThatFailsWithBothPartnersIsAtFault) {
  slow = {"a"};
  const auto found = run({"a", "b", "c", "d"});
  EXPECT_EQ(found.at("a").grade, Grade::fail);
  EXPECT_EQ(found.at("a").detail, "slow with c, and with b: slow");
  EXPECT_EQ(found.at("b").grade, Grade::pass);
  EXPECT_TRUE(found.at("b").retest);
  EXPECT_EQ(jobs.size(), 4U);
}

TEST_F(PairsTest, ABadConnectionBlamesNoNode) {
  bad_links = {{"a", "b"}};
  for (const auto& [node, result] : run({"a", "b", "c", "d"})) EXPECT_EQ(result.grade, Grade::pass) << node;
}

TEST_F(PairsTest, WithoutAPassingPairNoNodeIsBlamed) {
  slow = {"a", "c"};
  for (const auto& [node, result] : run({"a", "b", "c", "d"})) EXPECT_EQ(result.grade, Grade::unknown) << node;
  EXPECT_EQ(jobs.size(), 2U);
}

TEST_F(PairsTest, APairThatDidNotRunIsUnknown) {
  absent = {"a"};
  const auto found = run({"a", "b", "c", "d"});
  EXPECT_EQ(found.at("a").grade, Grade::unknown);
  EXPECT_EQ(found.at("b").grade, Grade::unknown);
  EXPECT_EQ(jobs.size(), 2U);
}

TEST_F(PairsTest, PartnersAreInOneJobAtATime) {
  slow = {"a", "c", "e"};
  const auto found = run({"a", "b", "c", "d", "e", "f", "g", "h", "odd"}, 8);
  ASSERT_EQ(found.size(), 8U);
  for (const char* node : {"a", "c", "e"}) EXPECT_EQ(found.at(node).grade, Grade::fail) << node;
  for (const char* node : {"b", "d", "f", "g", "h"}) EXPECT_EQ(found.at(node).grade, Grade::pass) << node;
  EXPECT_EQ(jobs.size(), 4U + 6U);
}

}  // namespace
}  // namespace skiff::benchmark
