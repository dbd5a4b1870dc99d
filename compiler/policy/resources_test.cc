#include <gtest/gtest.h>

#include "policy/decide.h"
#include "policy/differences.h"
#include "policy/memory.h"
#include "policy/queries.h"
#include "text/join.h"

namespace skiff::policy {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* spec =
    "Prune=All\nResource=matlab@flex1 Count=100 ServerType=flexlm Description=\"Math lab\" PercentAllowed=40\n";

/// A database with licenses, and what skiff remembers of it.
struct Database {
  std::string resources, shares;
  Memory memory = {};

  Records records() const {
    Records read;
    read.qos["normal"] = {};
    take_resources(resources, read);
    take_shares(shares, "tide", read);
    return read;
  }
  Lines lines(const char* wanted) const {
    Lines texts;
    for (const Call& call : decide(parse(wanted), records(), memory, "tide").calls)
      texts.push_back(joined(call.words, " "));
    return texts;
  }
  std::string plan(const char* wanted) const {
    const Decision decision = decide(parse(wanted), records(), memory, "tide");
    return text_of(differences(decision, records()), decision);
  }
  /// Remembers that the spec was applied to the records `before`.
  void applied(const char* wanted, const Records& before) {
    memory = remember(parse(wanted), before, records(), memory, {});
  }
};

constexpr const char *there = "matlab|flex1|100|flexlm|Math lab\n", *ours = "matlab|flex1|tide|40\n";

TEST(PolicyResources, AreAddedWithTheShareOfTheCluster) {
  EXPECT_EQ(
      Database().lines(spec),
      (Lines{"add resource Name=matlab Server=flex1 Type=License Count=100 ServerType=flexlm Description=Math lab "
             "PercentAllowed=40 Cluster=tide"}));
  EXPECT_EQ(Database().plan(spec),
            "+ resource matlab@flex1\n+   Count=100\n+   ServerType=flexlm\n+   Description=Math lab\n"
            "+   PercentAllowed=40\n");
}

TEST(PolicyResources, OfAnotherClusterGetAShare) {
  const Database database{.resources = there, .shares = "matlab|flex1|reef|50\n"};
  EXPECT_EQ(
      database.lines(spec),
      (Lines{"modify resource where Name=matlab Server=flex1 set Count=100 ServerType=flexlm Description=Math lab",
             "add resource Name=matlab Server=flex1 Cluster=tide PercentAllowed=40"}));
  EXPECT_EQ(database.plan(spec), "  resource matlab@flex1\n+   PercentAllowed=40\n");
  // What only other clusters may use does not matter.
  EXPECT_EQ(database.plan("Prune=All\n"), "");
}

TEST(PolicyResources, AreSetAgainAfterAManualChange) {
  Database database{.resources = there, .shares = ours};
  database.applied(spec, Database().records());
  EXPECT_EQ(database.lines(spec), Lines{});
  database.resources = "matlab|flex1|7|flexlm|Math lab\n";
  database.shares = "matlab|flex1|tide|30\n";
  EXPECT_EQ(
      database.lines(spec),
      (Lines{"modify resource where Name=matlab Server=flex1 set Count=100 ServerType=flexlm Description=Math lab",
             "modify resource where Name=matlab Server=flex1 Cluster=tide set PercentAllowed=40"}));
  EXPECT_EQ(database.plan(spec),
            "  resource matlab@flex1\n-   Count=7\n+   Count=100\n-   PercentAllowed=30\n+   PercentAllowed=40\n");
}

TEST(PolicyResources, LoseAServerTypeThatTheSpecNoLongerHas) {
  Database database{.resources = there, .shares = ours};
  database.applied(spec, Database().records());
  EXPECT_EQ(database.plan("Resource=matlab@flex1 Count=100 PercentAllowed=40\n"),
            "  resource matlab@flex1\n-   ServerType=flexlm\n");
}

TEST(PolicyResources, ArePrunedOnlyIfSkiffMadeThem) {
  Database database{.resources = std::string(there) + "ansys|flex1|5||ansys\n",
                    .shares = std::string(ours) + "ansys|flex1|tide|100\n"};
  EXPECT_EQ(database.lines("Prune=All\n"), Lines{});
  database.applied(spec, Database{.resources = "ansys|flex1|5||ansys\n", .shares = ""}.records());
  EXPECT_EQ(database.lines("Prune=All\n"), (Lines{"delete resource where Name=matlab Server=flex1"}));
  EXPECT_EQ(database.plan("Prune=All\n"),
            "- resource matlab@flex1\n\nNot in the spec, left unchanged:\n  resource ansys@flex1\n");
  EXPECT_EQ(database.plan("Prune=None\n"),
            "Not in the spec, left unchanged:\n  resource ansys@flex1\n  resource matlab@flex1\n");
  // Another cluster may use it.
  database.shares += "matlab|flex1|reef|10\n";
  EXPECT_EQ(database.lines("Prune=All\n"), (Lines{"delete resource where Name=matlab Server=flex1 Cluster=tide"}));
  database.shares = "matlab|flex1|reef|10\n";
  EXPECT_EQ(database.lines("Prune=All\n"), Lines{});
}

TEST(PolicyResources, NeedNoColumnsOfOtherRecords) {
  Database database{.resources = there, .shares = ours};
  database.applied(spec, Database().records());
  EXPECT_TRUE(columns_of(parse(spec), database.memory).associations.empty());
}

}  // namespace
}  // namespace skiff::policy
