#include "report.h"

#include <gtest/gtest.h>

namespace skiff::health {
namespace {

const std::vector<Outcome> outcomes = {{"a", Result{Level::ok, "fine", {}}, std::chrono::milliseconds(3)},
                                       {"none", {}, {}},
                                       {"mount:/x", Result{Level::critical, "gone \xff", {}}, {}},
                                       {"c", Result{Level::unknown, "?", {}}, {}}};

TEST(Report, IsOneLineOfJson) {
  Node node;
  node.name = "n0";
  node.now = 12;
  EXPECT_EQ(json_line(node, outcomes, std::chrono::milliseconds(7)),
            "{\"node\":\"n0\",\"as\":\"periodic\",\"level\":\"critical\",\"time\":12,\"ms\":7,\"checks\":["
            "{\"id\":\"a\",\"level\":\"ok\",\"detail\":\"fine\",\"ms\":3},"
            "{\"id\":\"mount:/x\",\"level\":\"critical\",\"detail\":\"gone \xef\xbf\xbd\",\"ms\":0},"
            "{\"id\":\"c\",\"level\":\"unknown\",\"detail\":\"?\",\"ms\":0}],\"inapplicable\":[\"none\"]}\n");
}

TEST(Report, TheTableListsTheWorstFirst) {
  EXPECT_EQ(overall(outcomes), Level::critical);
  EXPECT_EQ(overall({}), Level::ok);
  EXPECT_EQ(table(outcomes),
            "critical  mount:/x  gone \xff\n"
            "unknown   c         ?\n"
            "ok        a         fine\n");
}

}  // namespace
}  // namespace skiff::health
