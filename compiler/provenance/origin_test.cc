#include "provenance/origin.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace skiff {
namespace {

constexpr std::string_view name = "templates/k8s/some.yaml";

Origin at(std::uint32_t begin) { return Origin::spec({begin, begin + 1}); }

TEST(Origin, KeepsEveryKindOfSource) {
  EXPECT_TRUE(Origin().empty());
  EXPECT_TRUE(Origin().sources().empty());
  EXPECT_EQ(Origin::spec({}).sources(), (std::vector<Source>{{Source::Kind::spec, {}, {}, 0}}));
  EXPECT_EQ(Origin::preset(name, 7).sources(), (std::vector<Source>{{Source::Kind::preset, {}, name, 7}}));
  EXPECT_EQ(Origin::fixed(name, 7).sources(), (std::vector<Source>{{Source::Kind::fixed, {}, name, 7}}));
  EXPECT_EQ(Origin::catalogue(name, 7).sources(), (std::vector<Source>{{Source::Kind::catalogue, {}, name, 7}}));
}

TEST(Origin, SourcesAreSortedAndUnique) {
  const Origin both = at(2) | Origin::fixed(name, 1) | at(1) | at(2);
  EXPECT_EQ(both.sources(), (std::vector<Source>{{Source::Kind::spec, {1, 2}, {}, 0},
                                                 {Source::Kind::spec, {2, 3}, {}, 0},
                                                 {Source::Kind::fixed, {}, name, 1}}));
  EXPECT_EQ((both | both).sources(), both.sources());
  EXPECT_EQ(both.shared().sources(), both.sources());
}

// Compares with a std::set, through every shape that joins can have.
TEST(Origin, IsASet) {
  std::mt19937 random(1);
  std::vector<std::pair<Origin, std::set<std::uint32_t>>> pool(8);
  for (int round = 0; round < 20000; ++round) {
    auto& [origin, expected] = pool[random() % pool.size()];
    const auto& [other, more] = pool[random() % pool.size()];
    switch (random() % 6) {
      case 0:
        origin = {};
        expected.clear();
        break;
      case 1: {
        const std::uint32_t begin = random() % 50;
        origin = at(begin);
        expected = {begin};
        break;
      }
      case 2:
        origin = origin.shared();
        break;
      default: {
        const std::set<std::uint32_t> copy = more;
        origin |= other;
        expected.insert(copy.begin(), copy.end());
      }
    }
    std::set<std::uint32_t> found;
    for (const Source& source : origin.sources()) found.insert(source.span.begin);
    ASSERT_EQ(found, expected) << round;
    ASSERT_EQ(origin.empty(), expected.empty()) << round;
  }
}

TEST(Origin, AMillionJoinsDoNotOverflowTheStack) {
  Origin chain;
  for (std::uint32_t i = 0; i < 1000000; ++i) chain |= at(i);
  EXPECT_EQ(chain.sources().size(), 1000000u);
  chain = {};
  EXPECT_TRUE(chain.empty());
}

TEST(Origin, CommonIsTheIntersectionOrElseTheUnion) {
  const Origin a = Origin::spec({1, 2}), b = Origin::fixed("f", 3), c = Origin::catalogue("g", 4),
               d = Origin::preset("s", 5);
  EXPECT_EQ(common({a | b | d, d | c | a}).sources(), (a | d).sources());
  EXPECT_EQ(common({a | b}).sources(), (a | b).sources());
  EXPECT_EQ(common({a, b}).sources(), (a | b).sources());
  EXPECT_TRUE(common({}).empty());
}

}  // namespace
}  // namespace skiff
