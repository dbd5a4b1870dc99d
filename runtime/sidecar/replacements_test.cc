#include "sidecar/replacements.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace skiff::sidecar {
namespace {

TEST(Replacements, AreReadAsTheyWereWritten) {
  Replacements record;
  record.replaced = {{"a-0", 7, "[HC] x: y", "u", "m", 2, 9, false, ""},
                     {"e-1", 5, "[HC] x: \xff", "", "", 1, 5, true, "cured"}};
  record.marked["m"] = {"a-0", 8};
  record.logged["a-0"] = "why";
  Replacements read = parse_replacements(text_of(record));
  // A byte that is not UTF-8 becomes U+FFFD in JSON.
  record.replaced[1].reason = "[HC] x: \xef\xbf\xbd";
  EXPECT_EQ(read, record);
  EXPECT_EQ(parse_replacements(text_of(Replacements())), Replacements());
}

// The record as the earlier shell program wrote it.
TEST(Replacements, ReadsTheRecordOfAnEarlierRelease) {
  const Replacements read = parse_replacements(
      R"({"replaced":[{"node":"a-0","at":1763750000,"reason":"[HC] gpu-count: 1 of 2","uid":"u","machine":null,"tries":1,"tried":1763750000,
      "back":true,"outcome":"left"}],"marked":{"m-1":{"node":"a-0","at":1763750000}},"said":{"a-0":"x"}})");
  ASSERT_EQ(read.replaced.size(), 1u);
  EXPECT_EQ(read.replaced[0].machine + read.replaced[0].outcome, "left");
  EXPECT_EQ(read.marked.at("m-1").node, "a-0");
}

TEST(Replacements, RejectsInvalidRecords) {
  for (const char* text : {"", "{\"replaced\":", R"({"replaced":{}})", "[]", R"({"replaced":{},"marked":{},"said":{}})",
                           R"({"replaced":[],"marked":[],"said":{}})", R"({"replaced":[{}],"marked":{},"said":{}})",
                           R"({"replaced":[],"marked":{},"said":{"a":1}})"})
    EXPECT_THROW(parse_replacements(text), std::runtime_error) << text;
}

}  // namespace
}  // namespace skiff::sidecar
