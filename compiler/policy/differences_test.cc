#include "policy/differences.h"

#include <gtest/gtest.h>

#include "policy/memory.h"

namespace skiff::policy {
namespace {

Records records() {
  Records made;
  made.qos["normal"] = {{"Priority", "0"}};
  made.qos["long"] = {{"Description", "long jobs"}, {"GrpTRES", "cpu=50,gres/gpu=1"}, {"MaxWall", "01:00:00"}};
  made.accounts["root"] = {};
  made.accounts["physics"] = {{"Parent", "root"}, {"Coordinators", "alice"}, {"Fairshare", "10"}};
  made.users["alice"] = {{"AdminLevel", "None"}, {"DefaultAccount", "physics"}};
  made.users["bob"] = {{"AdminLevel", "None"}, {"DefaultAccount", "physics"}};
  made.associations["root/root/"] = {};
  made.associations["alice/physics/"] = {{"MaxJobs", ""}};
  made.associations["bob/physics/"] = {};
  return made;
}

std::string plan_of(const char* wanted, const Memory& memory = {}) {
  const Policy policy = parse(wanted);
  const Records there = records();
  const Decision decision = decide(policy, there, memory, "tide");
  return text_of(differences(decision, there), decision);
}

TEST(PolicyDifferences, AreEmptyIfEveryValueIsTheSame) {
  EXPECT_EQ(plan_of("QOS=long Description=\"Long jobs\" GrpTRES=gres/gpu=1,cpu=50 MaxWall=60\n"
                    "Account=physics Parent=root Coordinators=alice Fairshare=10\n"
                    "User=alice AdminLevel=None DefaultAccount=physics\nUser=bob DefaultAccount=physics\n"
                    "Association=alice Account=physics\nAssociation=bob Account=physics\n"),
            "");
}

TEST(PolicyDifferences, ShowTheValuesBeforeAndAfter) {
  EXPECT_EQ(plan_of("QOS=long Description=\"Long jobs\" GrpTRES=cpu=100 MaxWall=14-00:00:00\nQOS=brief Priority=3\n"
                    "Account=optics Parent=physics\nAccount=physics Parent=root Coordinators=alice,bob\n"
                    "User=alice AdminLevel=Operator DefaultAccount=physics\nUser=carol DefaultAccount=optics\n"
                    "Association=alice Account=physics MaxJobs=2\nAssociation=carol Account=optics Partition=main\n"),
            "+ qos brief\n"
            "+   Priority=3\n"
            "  qos long\n"
            "-   GrpTRES=cpu=50,gres/gpu=1\n"
            "+   GrpTRES=cpu=100\n"
            "-   MaxWall=01:00:00\n"
            "+   MaxWall=14-00:00:00\n"
            "+ account optics\n"
            "+   Parent=physics\n"
            "+ association carol/optics/main\n"
            "  user alice\n"
            "-   AdminLevel=None\n"
            "+   AdminLevel=Operator\n"
            "+ user carol\n"
            "+   DefaultAccount=optics\n"
            "  association alice/physics/\n"
            "+   MaxJobs=2\n"
            "  account physics\n"
            "+   Coordinators=bob\n"
            "\n"
            "Not in the spec, left unchanged:\n"
            "  association bob/physics/\n");
}

TEST(PolicyDifferences, ShowWhatIsUnsetAndRemoved) {
  Memory memory;
  memory["qos long"] = {"Description=Long jobs\nMaxWall=60", "", true};
  memory["association bob/physics/"] = {"", "", true};
  EXPECT_EQ(plan_of("Prune=All\nQOS=long Description=\"Long jobs\" GrpTRES=cpu=50,gres/gpu=1\n", memory),
            "  qos long\n"
            "-   MaxWall=01:00:00\n"
            "- user bob\n"
            "\n"
            "Not in the spec, left unchanged:\n"
            "  account physics\n"
            "  association alice/physics/\n");
}

TEST(PolicyDifferences, AreJsonForPrograms) {
  const Records there = records();
  Decision decision = decide(parse("QOS=long MaxWall=90\n"), there, {}, "tide");
  const auto found = differences(decision, there);
  decision.unlisted = {"account old", "qos old"};
  decision.with_usage = {"account old"};
  EXPECT_NE(text_of(found, decision).find("\n  account old (has usage)\n  qos old\n"), std::string::npos);
  EXPECT_EQ(json_of(found, decision), R"({
  "changes": [
    {
      "record": "qos long",
      "action": "change",
      "options": [
        {
          "name": "MaxWall",
          "before": "01:00:00",
          "after": "90"
        }
      ]
    }
  ],
  "leftUnchanged": [
    "account old",
    "qos old"
  ],
  "haveUsage": [
    "account old"
  ]
}
)");
  EXPECT_EQ(summary_of(found), "0 to add, 1 to change, 0 to remove");
}

TEST(PolicyDifferences, EscapeControlCharacters) {
  EXPECT_EQ(text_of({{Difference::Kind::change, "qos a", {{"Description", "\x1b[2J", "b"}}}}, {}),
            "  qos a\n-   Description=\\x1b[2J\n+   Description=b\n");
}

}  // namespace
}  // namespace skiff::policy
