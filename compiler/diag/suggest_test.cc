#include "diag/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace skiff {
namespace {

const std::vector<std::string_view> fields = {"nodeSets",  "partitions", "replicas", "name",
                                              "namespace", "h100",       "v2",       "v1"};

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("", "", 3), 0U);
  EXPECT_EQ(edit_distance("replicas", "replicas", 3), 0U);
  EXPECT_EQ(edit_distance("replcias", "replicas", 3), 1U);  // a swap counts as one edit
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3U);  // gives up
  EXPECT_EQ(edit_distance("a", "abcdef", 3), 4U);
}

TEST(Suggest, FindsTheNearest) {
  EXPECT_EQ(suggest("replica", fields), "replicas");
  EXPECT_EQ(suggest("replcias", fields), "replicas");
  EXPECT_EQ(suggest("h299", fields), std::nullopt);  // three of four letters are too many
  EXPECT_EQ(suggest("h10", fields), "h100");
  EXPECT_EQ(suggest("nam", fields), "name");
}

TEST(Suggest, IgnoresCaseAndSeparators) {
  EXPECT_EQ(suggest("NODE_SETS", fields), "nodeSets");
  EXPECT_EQ(suggest("node-sets", fields), "nodeSets");
  EXPECT_EQ(suggest("V2", fields), "v2");
  EXPECT_EQ(suggest("h1OO", fields), "h100");  // letters for digits
}

TEST(Suggest, FindsTheSameBeginning) {
  EXPECT_EQ(suggest("part", fields), "partitions");
  EXPECT_EQ(suggest("replicasOfTheSet", fields), "replicas");
  EXPECT_EQ(suggest("namespaceOfAll", fields), "namespace");  // the longer one
  EXPECT_EQ(suggest("v1alpha", fields), std::nullopt);        // two letters are too few
}

TEST(Suggest, SuggestsNothingForAnUnrelatedWord) {
  EXPECT_EQ(suggest("zebra", fields), std::nullopt);
  EXPECT_EQ(suggest("xy", fields), std::nullopt);
  EXPECT_EQ(suggest("", fields), std::nullopt);
  EXPECT_EQ(suggest("-", fields), std::nullopt);
  EXPECT_EQ(did_you_mean("zebra", fields), "");
}

TEST(Suggest, IsAppendedToAMessage) { EXPECT_EQ(did_you_mean("partition", fields), "; did you mean \"partitions\"?"); }

}  // namespace
}  // namespace skiff
