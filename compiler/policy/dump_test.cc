#include "policy/dump.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "embedded/shared.h"
#include "policy/queries.h"
#include "testing/examples.h"
#include "testing/repository.h"
#include "text/join.h"
#include "text/split.h"

namespace skiff::policy {
namespace {

constexpr const char* text = R"(# skiff: cluster
tide
# skiff: qos Name,Priority,MaxWall
normal|0|
long|10|14-00:00:00
# skiff: associations Account,User,Partition,ParentName,Fairshare
root||||1
root|root|||1
physics|||root|10
physics|alice|main||parent
# skiff: accounts Account,Coordinators,Organization,Description
root||root|default root account
physics|alice|science|light | matter
# skiff: users User,AdminLevel,DefaultAccount
root|Administrator|root
alice|None|physics
# skiff: resources Name,Server,Count,ServerType,Description
matlab|flex1|100|flexlm|matlab
ansys|flex1|20||Ansys | all of it
abaqus|flex2|5|rlm|abaqus
# skiff: shares Name,Server,Cluster,Allowed
matlab|flex1|tide|40
matlab|flex1|reef|50
ansys|flex1|tide|100
abaqus|flex2|reef|100
# skiff: memory
{"records":{"qos long":{"wanted":"Priority=10","shown":"Priority=10\n","made":true}}}
# skiff: usage Account,User
physics||7200
physics|alice|7200
physics|bob
# skiff: end
)";

std::string error_of(std::string dump) {
  try {
    parse_dump(dump);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

std::string without(const std::string& line) {
  std::string dump = text;
  return dump.erase(dump.find(line), line.size());
}

TEST(PolicyDump, ReadsAllRecords) {
  const Dump dump = parse_dump(text);
  EXPECT_EQ(dump.cluster, "tide");
  EXPECT_EQ(dump.records.qos.at("long").at("MaxWall"), "14-00:00:00");
  EXPECT_EQ(dump.records.accounts.at("physics").at("Parent"), "root");
  EXPECT_EQ(dump.records.accounts.at("physics").at("Description"), "light | matter");
  EXPECT_EQ(dump.records.associations.at("alice/physics/main").at("Fairshare"), "parent");
  EXPECT_EQ(dump.records.users.at("root").at("AdminLevel"), "Administrator");
  EXPECT_EQ(dump.records.resources.at("matlab@flex1"),
            (Shown{{"Count", "100"}, {"ServerType", "flexlm"}, {"Description", "matlab"}, {"PercentAllowed", "40"}}));
  EXPECT_EQ(dump.records.resources.at("ansys@flex1").at("Description"), "Ansys | all of it");
  EXPECT_FALSE(dump.records.resources.at("abaqus@flex2").contains("PercentAllowed"));
  EXPECT_EQ(dump.records.shared_resources, (std::set<std::string>{"abaqus@flex2", "matlab@flex1"}));
  EXPECT_TRUE(dump.memory.at("qos long").made);
  EXPECT_EQ(dump.records.used, (std::set<std::string>{"/physics", "alice/physics", "bob/physics"}));
}

TEST(PolicyDump, ReadsTheLineEndsOfATerminal) {
  std::string dump;
  for (const char c : std::string(text)) dump += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(parse_dump(dump).records.qos, parse_dump(text).records.qos);
}

TEST(PolicyDump, RefusesAnIncompleteDump) {
  EXPECT_EQ(error_of(""), "is not complete: it has no section \"end\"");
  EXPECT_EQ(error_of(without("# skiff: end\n")), "is not complete: it has no section \"end\"");
  EXPECT_EQ(error_of(without("# skiff: users User,AdminLevel,DefaultAccount\n")),
            "is not complete: it has no section \"users\"");
  EXPECT_EQ(error_of(without("# skiff: usage Account,User\nphysics||7200\nphysics|alice|7200\nphysics|bob\n")),
            "is not complete: it has no section \"usage\"");
  EXPECT_EQ(error_of(without("# skiff: shares Name,Server,Cluster,Allowed\n")),
            "is not complete: it has no section \"shares\"");
  EXPECT_EQ(error_of(without("tide\n")), "does not name the cluster");
  EXPECT_EQ(error_of("apiVersion: v1\n"), "is not what the script of `skiff policy script` prints");
  EXPECT_EQ(error_of(without(",Coordinators,Organization")),
            "the columns of the section \"accounts\" do not begin with Account,Coordinators,Organization,Description");
  EXPECT_NE(error_of(without("{\"records\":")), "");
  const std::string refused = "the section \"qos\" has a column without a valid name";
  EXPECT_EQ(error_of(without("Priority")), refused);
  EXPECT_EQ(error_of("# skiff: qos Name,Max: Wall\n" + without("# skiff: qos Name,Priority,MaxWall\n")), refused);
}

TEST(PolicyDump, KeepsTheColumnsOfTheSidecar) {
  const Records records = with_columns(parse_dump(text).records, {{"priority"}, {}});
  EXPECT_EQ(records.qos.at("long"), (Shown{{"priority", "10"}}));
  EXPECT_EQ(records.accounts.at("physics"), (Shown{{"Parent", "root"},
                                                   {"Coordinators", "alice"},
                                                   {"Organization", "science"},
                                                   {"Description", "light | matter"}}));
  EXPECT_EQ(records.associations.at("alice/physics/main"), Shown{});
}

std::string script() { return testing::file_text(testing::repository() / "compiler/policy/dump.sh"); }

/// The columns of the variable NAME in the script.
std::set<std::string> columns_in_script(const std::string& name) {
  std::set<std::string> columns;
  const std::string all = script();
  for (std::string_view rest = all; !rest.empty();) {
    std::string_view line = take_until(rest, '\n');
    if (!line.starts_with(name + "=")) continue;
    line.remove_prefix(name.size() + 1);
    for (const std::string_view column : Parts(line, ',')) {
      if (column.starts_with('$')) continue;
      EXPECT_TRUE(columns.emplace(column).second) << column;
    }
  }
  return columns;
}

/// The options of a record of policy.conf in the table of parameters.
std::set<std::string> options_in_table(const std::string& kind) {
  std::set<std::string> options;
  const std::string table = testing::file_text(testing::repository() / "schema/slurm/parameters.tsv");
  for (std::string_view rest = table; !rest.empty();) {
    std::string_view line = take_until(rest, '\n');
    if (take_until(line, '\t') == "policy.conf" && take_until(line, '\t') == kind)
      options.emplace(take_until(line, '\t'));
  }
  return options;
}

TEST(PolicyDumpScript, AsksForAllOptionsOfTheSpec) {
  std::set<std::string> qos = options_in_table("QOS");
  ASSERT_GT(qos.size(), 30U);
  qos.insert("Name");
  EXPECT_EQ(columns_in_script("qos"), qos);
  std::set<std::string> limits = options_in_table("Association");
  for (const char* place : {"Account", "Partition"}) limits.erase(place);
  EXPECT_EQ(columns_in_script("limits"), limits);
}

/// The sidecar and the script must see the same values.
TEST(PolicyDumpScript, AsksLikeTheSidecar) {
  const auto asks = [](const std::vector<std::string>& words) {
    std::string words_in_script = joined(words, " ");
    words_in_script.erase(0, words_in_script.find("show ") + 5);
    words_in_script.erase(words_in_script.find(" format="));
    // The sidecar gives an empty name here, and the script its variable.
    if (const std::size_t at = words_in_script.find("Cluster="); at != words_in_script.npos)
      words_in_script.replace(at, 8, "\"Cluster=$cluster\"");
    return script().find(' ' + words_in_script + '\n') != std::string::npos;
  };
  EXPECT_TRUE(asks(ask_for_qos({})));
  EXPECT_TRUE(asks(ask_for_accounts()));
  EXPECT_TRUE(asks(ask_for_associations({}, "")));
  EXPECT_TRUE(asks(ask_for_users("")));
  EXPECT_TRUE(asks(ask_for_resources()));
  EXPECT_TRUE(asks(ask_for_shares()));
}

TEST(PolicyDumpScript, FindsTheMemoryOfTheSidecar) {
  EXPECT_NE(script().find("memory=" + std::string(shared::paths::controllerState) + "/policy.json\n"),
            std::string::npos);
}

}  // namespace
}  // namespace skiff::policy
