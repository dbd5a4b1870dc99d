#include "policy/decide.h"

#include <gtest/gtest.h>

#include "policy/memory.h"
#include "policy/queries.h"

namespace skiff::policy {
namespace {

constexpr const char* spec = R"(# Made by skiff
Prune=All

QOS=long Description="Long jobs" Priority=10 GrpTRES=cpu=100,gres/gpu=8
QOS=low

Account=science
Account=physics Parent=science Fairshare=10 Coordinators=alice

User=alice AdminLevel=Operator DefaultAccount=physics
User=bob

Association=alice Account=physics QOS=long
Association=bob Account=physics
Association=bob Account=physics Partition=gpu MaxJobs=2
)";

/// What sacctmgr shows for the program's queries.
class Database {
 public:
  std::string qos = "normal\n", associations = "root||||\nroot|root|||\n",
              accounts = "root||root|default root account\n", users = "root|Administrator|root\n";
  Records records(const Columns& columns) const {
    Records read;
    take_qos(qos, columns, read);
    take_associations(associations, columns, read);
    take_accounts(accounts, read);
    take_users(users, read);
    return read;
  }
};

std::vector<std::string> lines(const Decision& decision) {
  std::vector<std::string> texts;
  for (const Call& change : decision.calls) {
    std::string text;
    for (const auto& word : change.words) text += (text.empty() ? "" : " ") + word;
    texts.push_back(text);
  }
  return texts;
}

using Lines = std::vector<std::string>;

TEST(PolicyDecide, CreatesEverythingInAnEmptyDatabase) {
  const Policy policy = parse(spec);
  const Columns columns = columns_of(policy, {});
  EXPECT_EQ(columns.qos, (Lines{"Description", "GrpTRES", "Priority"}));
  EXPECT_EQ(columns.associations, (Lines{"Fairshare", "MaxJobs", "QOS"}));
  Database database;
  database.qos = "normal|||0\n";
  database.associations = "root||||1||normal\nroot|root|||1||normal\n";
  const Decision decision = decide(policy, database.records(columns), {}, "tide");
  EXPECT_EQ(lines(decision),
            (Lines{"add qos long,low",
                   "modify qos where Name=long set Description=Long jobs Priority=10 GrpTRES=cpu=100,gres/gpu=8",
                   "add account science Cluster=tide Parent=root", "add account physics Cluster=tide Parent=science",
                   "modify account where Name=physics Cluster=tide set Fairshare=10",
                   "add user alice,bob Cluster=tide Account=physics",
                   "add user bob Cluster=tide Account=physics Partition=gpu",
                   "modify user where Name=alice set AdminLevel=Operator",
                   "modify user where Name=alice Cluster=tide set DefaultAccount=physics",
                   "modify user where Name=alice Cluster=tide Account=physics Partition= set QOS=long",
                   "modify user where Name=bob Cluster=tide Account=physics Partition=gpu set MaxJobs=2",
                   "add coordinator Account=physics Names=alice"}));
  EXPECT_EQ(decision.unlisted, Lines{});
}

/// A database that matches the spec, and a memory that says so.
struct Settled {
  Policy policy = parse(spec);
  Columns columns = columns_of(policy, {});
  Database database;
  Memory memory;
  Settled() {
    database.qos = "normal|||0\nlong|long jobs|cpu=100,gres/gpu=8|10\nlow|low||0\n";
    database.associations =
        "root||||1||normal\nroot|root|||1||normal\nscience|||root|1||normal\nphysics|||science|10||normal\n"
        "physics|alice|||1||long\nphysics|bob|||1||normal\nphysics|bob|gpu||1|2|normal\n";
    database.accounts = "root||root|default root account\nscience||science|science\nphysics|alice|science|physics\n";
    database.users = "root|Administrator|root\nalice|Operator|physics\nbob|None|physics\nbob|None|physics\n";
    memory = remember(policy, Records{}, database.records(columns), {}, {});
  }
  Decision decide(const Columns& asked) const {
    return policy::decide(policy, database.records(asked), memory, "tide");
  }
  Decision decide() const { return decide(columns_of(policy, memory)); }
};

TEST(PolicyDecide, ChangesNothingIfTheDatabaseMatches) {
  const Settled settled;
  EXPECT_EQ(lines(settled.decide()), Lines{});
  EXPECT_EQ(settled.decide().unlisted, Lines{});
  // Also after a restart.
  Settled again;
  again.memory = parse_memory(text_of(settled.memory));
  EXPECT_EQ(lines(again.decide()), Lines{});
}

TEST(PolicyDecide, UndoesManualChangesIncludingAddedTresLimits) {
  Settled settled;
  settled.database.qos = "normal|||0\nlong|long jobs|cpu=7,gres/gpu=8,mem=5G|10\nlow|low||0\n";
  EXPECT_EQ(
      lines(settled.decide()),
      (Lines{"modify qos where Name=long set Description=Long jobs Priority=10 GrpTRES=cpu=100,gres/gpu=8,mem=-1"}));
}

TEST(PolicyDecide, ChangesOnlyTheAssociationWithoutAPartition) {
  // Without `Partition=`, sacctmgr would also change the associations with partitions.
  Settled settled;
  settled.policy.associations[1].options.emplace_back("MaxJobs", "5");
  EXPECT_EQ(lines(settled.decide()),
            (Lines{"modify user where Name=bob Cluster=tide Account=physics Partition= set MaxJobs=5"}));
}

TEST(PolicyDecide, IgnoresTheCaseOfOptionNames) {
  Settled settled;
  settled.policy.qos[0].options = {{"Description", "Long jobs"}, {"priority", "10"}, {"grptres", "cpu=100"}};
  settled.database.qos = "normal||||0|0\nlong|long jobs|cpu=100,gres/gpu=8|10|cpu=100,gres/gpu=8|10\nlow|low||||\n";
  EXPECT_EQ(lines(settled.decide()),
            (Lines{"modify qos where Name=long set Description=Long jobs priority=10 grptres=cpu=100,gres/gpu=-1"}));
}

TEST(PolicyDecide, KeepsCoordinatorsThatWereAddedManually) {
  // carol was made a coordinator of the parent manually, and sacctmgr shows her for the account too.
  Settled settled;
  settled.policy.accounts[1].options = {{"Parent", "science"}, {"Fairshare", "10"}, {"Coordinators", "bob"}};
  settled.database.accounts =
      "root||root|default root account\nscience|carol|science|science\nphysics|alice,carol|science|physics\n";
  EXPECT_EQ(lines(settled.decide()),
            (Lines{"modify account where Name=physics Cluster=tide set Fairshare=10",
                   "add coordinator Account=physics Names=bob", "delete coordinator Account=physics Names=alice"}));
}

TEST(PolicyDecide, ResetsOptionsThatWereRemovedFromTheSpec) {
  Settled settled;
  settled.policy.qos[0].options = {{"Description", "Long jobs"}};
  settled.policy.accounts[1].options = {{"Parent", "root"}};
  EXPECT_EQ(lines(settled.decide()),
            (Lines{"modify qos where Name=long set Description=Long jobs Priority=-1 GrpTRES=cpu=-1,gres/gpu=-1",
                   "modify account where Name=physics Cluster=tide set Fairshare=-1 Parent=root",
                   "delete coordinator Account=physics Names=alice"}));
}

TEST(PolicyDecide, DoesNotDeleteACoordinatorThatIsAlreadyGone) {
  Settled settled;
  settled.policy.accounts[1].options = {{"Parent", "science"}, {"Fairshare", "10"}};
  settled.database.accounts = "root||root|default root account\nscience||science|science\nphysics||science|physics\n";
  EXPECT_EQ(lines(settled.decide()), (Lines{"modify account where Name=physics Cluster=tide set Fairshare=10"}));
}

TEST(PolicyDecide, PrunesOnlyWhatItCreatedFromTheSpec) {
  Settled settled;
  settled.database.qos += "hand|made|cpu=1|0\n";
  settled.database.associations += "physics|carol|||1||normal\n";
  settled.policy = parse("Prune=All\nQOS=long Description=\"Long jobs\" Priority=10 GrpTRES=cpu=100,gres/gpu=8\n");
  // carol's association was created manually, so her account and its parent stay.
  EXPECT_EQ(lines(settled.decide()),
            (Lines{"delete user where Name=alice,bob Cluster=tide", "delete qos where Name=low"}));
  EXPECT_EQ(settled.decide().unlisted,
            (Lines{"qos hand", "account physics", "account science", "association carol/physics/"}));
  settled.database.associations.erase(settled.database.associations.find("physics|carol"));
  EXPECT_EQ(lines(settled.decide()).at(1), "delete account where Name=physics Cluster=tide");
  EXPECT_EQ(lines(settled.decide()).at(2), "delete account where Name=science Cluster=tide");
  settled.policy.prune = Prune::none;
  EXPECT_EQ(lines(settled.decide()), Lines{});
  EXPECT_EQ(settled.decide().unlisted.size(), 7U);
}

TEST(PolicyDecide, KeepsAssociationsAndAccountsWithUsage) {
  Settled settled;
  settled.policy = parse("Prune=Unused\n");
  settled.memory.erase("qos long"), settled.memory.erase("qos low");
  const auto decide_with = [&](std::optional<std::set<std::string>> used) {
    Records records = settled.database.records(settled.columns);
    records.used = std::move(used);
    return decide(settled.policy, records, settled.memory, "tide");
  };
  // Nobody has asked.
  EXPECT_EQ(lines(decide_with(std::nullopt)), Lines{});
  EXPECT_EQ(decide_with(std::nullopt).with_usage, std::set<std::string>{});
  // bob has used the account once. He stays, with all associations with it, and so does the account.
  const Decision decision = decide_with(std::set<std::string>{"bob/physics", "/physics"});
  EXPECT_EQ(lines(decision), (Lines{"delete user where Name=alice Cluster=tide"}));
  EXPECT_EQ(decision.with_usage, (std::set<std::string>{"association bob/physics/", "association bob/physics/gpu"}));
  // A user who does not exist any more has used it.
  const Decision former = decide_with(std::set<std::string>{"/physics"});
  EXPECT_EQ(lines(former), (Lines{"delete user where Name=alice,bob Cluster=tide"}));
  EXPECT_EQ(former.with_usage, (std::set<std::string>{"account physics"}));
  EXPECT_EQ(former.unlisted, (Lines{"qos long", "qos low", "account physics", "account science"}));
  EXPECT_EQ(lines(decide_with(std::set<std::string>{})).size(), 3U);
}

TEST(PolicyDecide, AsksOnlyAboutWhatItWouldRemove) {
  Settled settled;
  Records records = settled.database.records(settled.columns);
  const auto accounts = [&] { return accounts_to_prune(settled.policy, records, settled.memory, "tide"); };
  EXPECT_EQ(accounts(), std::set<std::string>{});
  settled.policy = parse("Prune=Unused\n");
  EXPECT_EQ(accounts(), (std::set<std::string>{"physics", "science"}));
  records.used = {{"alice/physics", "bob/physics"}};
  EXPECT_EQ(accounts(), std::set<std::string>{});
  records.used.reset();
  settled.policy.prune = Prune::all;
  EXPECT_EQ(accounts(), std::set<std::string>{});
}

TEST(PolicyDecide, PrunesSingleAssociationsOfAUserWhoStays) {
  Settled settled;
  settled.database.associations += "science|bob|||1||normal\n";
  // bob also has an association that was created manually, so he stays. His default account cannot be removed.
  settled.policy =
      parse("Prune=All\nAccount=science\nAccount=physics Parent=science Fairshare=10 Coordinators=alice\n");
  settled.memory.erase("qos long"), settled.memory.erase("qos low");
  EXPECT_EQ(lines(settled.decide()), (Lines{"delete user where Name=alice Cluster=tide"}));
  settled.database.users = "root|Administrator|root\nalice|Operator|physics\nbob|None|science\n";
  EXPECT_EQ(lines(settled.decide()), (Lines{"delete user where Name=alice Cluster=tide",
                                            "delete user where Name=bob Cluster=tide Account=physics Partition=",
                                            "delete user where Name=bob Cluster=tide Account=physics Partition=gpu"}));
}

TEST(PolicyDecide, PrunesTheAssociationWithAFormerDefaultAccount) {
  Settled settled;
  settled.policy = parse(
      "Prune=All\nAccount=science\nAccount=physics Parent=science Fairshare=10 Coordinators=alice\n"
      "User=alice AdminLevel=Operator DefaultAccount=science\nAssociation=alice Account=science\n"
      "User=bob\nAssociation=bob Account=physics\nAssociation=bob Account=physics Partition=gpu MaxJobs=2\n");
  settled.memory.erase("qos long"), settled.memory.erase("qos low");
  EXPECT_EQ(lines(settled.decide()), (Lines{"add user alice Cluster=tide Account=science",
                                            "modify user where Name=alice set AdminLevel=Operator",
                                            "modify user where Name=alice Cluster=tide set DefaultAccount=science",
                                            "delete user where Name=alice Cluster=tide Account=physics Partition="}));
}

TEST(PolicyDecide, AdoptsExistingRecordsAndNeverPrunesThem) {
  Settled settled;
  const Records there = settled.database.records(settled.columns);
  settled.memory = remember(settled.policy, there, there, {}, {});
  settled.policy = parse("Prune=All\n");
  EXPECT_EQ(lines(settled.decide()), Lines{});
}

TEST(PolicyDecide, StillPrunesRecordsThatItCreatedAfterALaterRun) {
  Settled settled;
  const Records there = settled.database.records(settled.columns);
  settled.memory = remember(settled.policy, there, there, settled.memory, {});
  settled.policy = parse("Prune=All\n");
  const Lines calls = lines(settled.decide());
  ASSERT_FALSE(calls.empty());
  EXPECT_EQ(calls.back(), "delete qos where Name=long,low");
}

TEST(PolicyDecide, NeverPrunesARecordThatWasRecreatedManually) {
  Settled settled;
  const Records there = settled.database.records(settled.columns);
  settled.policy = parse("Prune=All\n");
  settled.memory = remember(settled.policy, there, Records{}, settled.memory, {});
  EXPECT_EQ(lines(settled.decide()), Lines{});
}

TEST(PolicyDecide, RetriesFailedChanges) {
  Settled settled;
  settled.memory = remember(settled.policy, Records{}, settled.database.records(settled.columns), {}, {"qos long"});
  EXPECT_EQ(lines(settled.decide()),
            (Lines{"modify qos where Name=long set Description=Long jobs Priority=10 GrpTRES=cpu=100,gres/gpu=8"}));
  EXPECT_TRUE(settled.memory.at("qos long").made);
}

TEST(PolicyDecide, PutsAtMostTwoHundredNamesIntoACommand) {
  std::string text = "Account=a\n";
  for (int i = 0; i < 450; ++i)
    text += "User=u" + std::to_string(i) + "\nAssociation=u" + std::to_string(i) + " Account=a\n";
  const auto decision = decide(parse(text), Database().records({}), {}, "tide");
  ASSERT_EQ(decision.calls.size(), 4U);
  EXPECT_EQ(decision.calls[1].keys.size(), 200U);
  EXPECT_EQ(decision.calls[3].keys.size(), 50U);
}

}  // namespace
}  // namespace skiff::policy
