#include "read/path.h"

#include <gtest/gtest.h>

#include "read/reader.h"

namespace skiff {
namespace {

const std::string text =
    "spec:\n"
    "  nodeSets:\n"
    "  - name: a\n"
    "  - name: b\n"
    "    gpus: {count: 8}\n"
    "  slurm:\n"
    "    config: {\"a b\": 1, 'q\"\\': 2, k-1: 3, 9: 4, app/x: 5}\n"
    "  empty:\n"
    "  base: &base {x: 1}\n"
    "  again: *base\n";

class Paths : public testing::Test {
 protected:
  Node root = read(text).root;

  Span span_of(std::string_view part) const {
    const auto at = static_cast<std::uint32_t>(text.find(part));
    return {at, at + static_cast<std::uint32_t>(part.size())};
  }
};

TEST_F(Paths, OfKeysAndValues) {
  EXPECT_EQ(path_of(root, span_of("count")), "spec.nodeSets[1].gpus.count");
  EXPECT_EQ(path_of(root, span_of("8")), "spec.nodeSets[1].gpus.count");
  EXPECT_EQ(path_of(root, span_of("{count: 8}")), "spec.nodeSets[1].gpus");
  EXPECT_EQ(path_of(root, span_of("name: b")), "spec.nodeSets[1]");
  EXPECT_EQ(path_of(root, span_of("empty")), "spec.empty");
  EXPECT_EQ(path_of(root, root.span), "");
}

TEST_F(Paths, QuoteKeysThatAreNotIdentifiers) {
  EXPECT_EQ(path_of(root, span_of("\"a b\"")), "spec.slurm.config[\"a b\"]");
  EXPECT_EQ(path_of(root, span_of("'q\"\\'")), "spec.slurm.config[\"q\\\"\\\\\"]");
  EXPECT_EQ(path_of(root, span_of("k-1")), "spec.slurm.config.k-1");
  EXPECT_EQ(path_of(root, span_of("9:").begin == 0 ? Span{} : Span{span_of("9:").begin, span_of("9:").begin + 1}),
            "spec.slurm.config[\"9\"]");
  EXPECT_EQ(path_of(root, span_of("app/x")), "spec.slurm.config[\"app/x\"]");
}

TEST_F(Paths, OfAnAliasAreThoseOfItsAnchor) { EXPECT_EQ(path_of(root, span_of("x: 1")), "spec.base"); }

TEST_F(Paths, FindTheirNodes) {
  for (const char* path : {"", "spec", "spec.nodeSets[1].gpus.count", "spec.slurm.config[\"a b\"]", "spec.again.x",
                           "spec.slurm.config[\"q\\\"\\\\\"]", "spec.slurm.config[\"app/x\"]"}) {
    EXPECT_NE(node_at(root, path), nullptr) << path;
  }
  EXPECT_EQ(node_at(root, "spec.nodeSets[1].name")->text, "b");
  EXPECT_EQ(node_at(root, "spec.slurm.config.k-1")->text, "3");
}

TEST_F(Paths, FindNothingIfInvalidOrMissing) {
  for (const char* path : {"x", "spec.", ".spec", "spec..x", "spec.nodeSets[2]", "spec.nodeSets[]", "spec.nodeSets[x]",
                           "spec.nodeSets[", "spec.nodeSets[1", "spec.nodeSets[-1]", "spec.nodeSets.name",
                           "spec[\"nodeSets", "spec.nodeSets[1]name", "spec.nodeSets[99999999999999999999]"}) {
    EXPECT_EQ(node_at(root, path), nullptr) << path;
  }
}

TEST(PathSteps, OfEmptyBracketsHaveNoIndex) {
  const auto steps = steps_of("nodeSets[].labels[\"a/b\"]");
  ASSERT_TRUE(steps && steps->size() == 4);
  EXPECT_TRUE((*steps)[1].item && !(*steps)[1].index);
  EXPECT_TRUE(!(*steps)[3].item && (*steps)[3].key == "a/b");
  EXPECT_EQ(steps_of("nodeSets[3]")->back().index, 3u);
}

TEST_F(Paths, AreAddedToDiagnosticsInTextOrder) {
  Diagnostics diagnostics(3);
  diagnostics[0].span = span_of("8");
  diagnostics[1].span = span_of("name: a");
  diagnostics[1].child = "replicas";
  diagnostics[2].message = "the file as a whole";
  locate(diagnostics, root);
  EXPECT_EQ(diagnostics[0].message, "the file as a whole");
  EXPECT_EQ(diagnostics[0].path, "");
  EXPECT_EQ(diagnostics[1].path, "spec.nodeSets[0].replicas");
  EXPECT_EQ(diagnostics[2].path, "spec.nodeSets[1].gpus.count");
}

}  // namespace
}  // namespace skiff
