#include "plan/owned.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "testing/examples.h"
#include "testing/repository.h"

namespace skiff {
namespace {

TEST(SameKey, IgnoresTheCaseOfLetters) {
  EXPECT_TRUE(same_key("ClusterName", "clustername"));
  EXPECT_TRUE(same_key("", ""));
  EXPECT_FALSE(same_key("Cluster", "ClusterName"));
  // Case is ignored for letters only: '@' and '`' differ by the same bit as 'A' and 'a'.
  EXPECT_FALSE(same_key("a@", "a`"));
}

TEST(Owned, IsFoundByFileLineAndKey) {
  ASSERT_NE(find_owned("slurm.conf", "", "clustername"), nullptr);
  EXPECT_EQ(find_owned("slurm.conf", "", "clustername")->field, "set metadata.name");
  EXPECT_EQ(find_owned("slurm.conf", "NodeName", "ClusterName"), nullptr);
  EXPECT_EQ(find_owned("slurmdbd.conf", "", "ClusterName"), nullptr);
  EXPECT_EQ(find_owned("slurm.conf", "PartitionName", "State")->policy, OwnedParameter::Policy::fixed);
  EXPECT_EQ(find_owned("slurm.conf", "", "MaxJobCount"), nullptr);
}

TEST(Owned, EachIsListedOnceAndOnlyFixedOnesNameAnAlternative) {
  std::set<std::string> seen;
  for (const OwnedParameter& owned : owned_parameters()) {
    const std::string name = std::string(owned.file) + "/" + std::string(owned.line) + "/" + std::string(owned.key);
    EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_EQ(owned.policy == OwnedParameter::Policy::fixed, !owned.field.empty()) << name;
  }
}

/// `file/line/key` in lower case.
std::string name_of(std::string_view file, std::string_view line, std::string_view key) {
  std::string name = std::string(file) + "/" + std::string(line) + "/" + std::string(key);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

// A key that no release knows is a typing error in the table. The user could then set the parameter that it should
// protect.
TEST(Owned, EachIsAParameterOfSlurm) {
  std::set<std::string> known;
  std::istringstream table(testing::file_text(testing::repository() / "schema/slurm/parameters.tsv"));
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string file, on, key;
    std::getline(fields, file, '\t');
    std::getline(fields, on, '\t');
    std::getline(fields, key, '\t');
    known.insert(name_of(file, on == "-" ? "" : on, key));
  }
  ASSERT_GT(known.size(), 500u);
  for (const OwnedParameter& owned : owned_parameters()) {
    // OpenSSH's file is not in the table; Include and the first word of a line are syntax rather than parameters.
    if (owned.file == "sshd_config" || owned.key == "Include" || owned.key == owned.line) continue;
    const std::string name = name_of(owned.file, owned.line, owned.key);
    EXPECT_TRUE(known.contains(name)) << name;
  }
}

}  // namespace
}  // namespace skiff
