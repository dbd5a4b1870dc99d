#include <gtest/gtest.h>

#include <string>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::findings_of;
using testing::output_of;

std::string spec_with(const std::string& users, const std::string& more = "") {
  return cluster_spec(std::string(cpu_nodes) +
                      "  storage: {home: {nfs: {server: nfs.example.com, path: /home}}}\n"
                      "  mounts: [{storage: home, path: /home}]\n"
                      "  login: [{name: login}]\n" +
                      more + "  users: " + users + "\n");
}

std::string told(const std::string& users, const std::string& more = "") { return findings_of(spec_with(users, more)); }

TEST(Users, GoodOnes) {
  EXPECT_EQ(told("{local: {groups: [{name: lab, gid: 5000}], users: [{name: alice, uid: 2001, group: lab}, "
                 "{name: bob, uid: 2002, groups: [lab]}, {name: carol, uid: 5000, group: lab}]}}"),
            "");
  EXPECT_EQ(told("{file: {configMapName: people}}"), "");
  EXPECT_EQ(told("{file: {secretName: people}}"), "");
}

TEST(Users, NamesAndNumbersAreUnique) {
  EXPECT_NE(told("{local: {users: [{name: alice, uid: 2001}, {name: bob, uid: 2001}]}}").find("SKF220"),
            std::string::npos);
  // A user's own group.
  EXPECT_NE(told("{local: {groups: [{name: bob, gid: 5000}], users: [{name: bob, uid: 2001}]}}").find("SKF220"),
            std::string::npos);
  EXPECT_NE(told("{local: {groups: [{name: lab, gid: 2001}], users: [{name: bob, uid: 2001}]}}").find("SKF220"),
            std::string::npos);
  for (const char* name : {"root", "slurm", "sshd", "nobody", "games"})
    EXPECT_NE(told("{local: {users: [{name: " + std::string(name) + ", uid: 2001}]}}").find("SKF220"),
              std::string::npos)
        << name;
}

TEST(Users, NoTextBreaksOutOfALine) {
  for (const char* comment : {"'a:b'", "\"a\\nroot2:*:0:0::/:/bin/sh\""})
    EXPECT_NE(told("{local: {users: [{name: bob, uid: 2001, comment: " + std::string(comment) + "}]}}"), "") << comment;
  EXPECT_NE(told("{local: {users: [{name: bob, uid: 2001, home: '/home/b:x'}]}}"), "");
  EXPECT_NE(told("{local: {users: [{name: bob, uid: 2001, keys: [\"ssh-ed25519 AAAA\\nroot ssh-rsa AAAA\"]}]}}"), "");
  // System numbers would make a user root or a daemon.
  EXPECT_NE(told("{local: {users: [{name: bob, uid: 0}]}}"), "");
}

TEST(Users, HomesAreOnAVolume) {
  EXPECT_NE(told("{local: {users: [{name: bob, uid: 2001, home: /homes/bob}]}}").find("SKF223"), std::string::npos);
  EXPECT_EQ(told("{local: {users: [{name: bob, uid: 2001, home: /home/staff/bob}]}}"), "");
  EXPECT_NE(told("{local: {users: [{name: bob, uid: 2001, home: /homedir}]}}").find("SKF223"), std::string::npos);
}

TEST(Users, NothingElseIsMountedInTheirPlace) {
  const std::string spec = cluster_spec(std::string(cpu_nodes) +
                                        "  storage: {names: {emptyDir: {}}}\n"
                                        "  mounts: [{storage: names, path: /var/lib/extrausers}]\n");
  EXPECT_EQ(findings_of(spec), "");
  EXPECT_NE(findings_of(spec + "  users: {file: {secretName: people}}\n").find("SKF"), std::string::npos);
}

TEST(Users, NamesOfOtherFields) {
  const std::string users =
      "{local: {groups: [{name: lab, gid: 5000}, {name: none, gid: 5001}], "
      "users: [{name: bob, uid: 2001, groups: [lab]}]}}";
  const auto groups = [&](const std::string& list) {
    return told(users, "  partitions: [{name: main, nodeSets: [cpu], default: true, allowGroups: " + list + "}]\n");
  };
  EXPECT_EQ(groups("[lab, bob, root, ALL]"), "");
  EXPECT_NE(groups("[none]").find("SKF224"), std::string::npos);
  EXPECT_NE(groups("[other]").find("SKF224"), std::string::npos);
}

TEST(Users, Files) {
  const std::string spec = spec_with(
      "{local: {groups: [{name: lab, gid: 5000}], users: [{name: alice, uid: 2001, comment: "
      "Alice, groups: [lab]}, {name: bob, uid: 2002, group: lab, shell: /bin/sh}]}}");
  EXPECT_EQ(output_of(spec, "users/passwd"),
            "alice:*:2001:2001:Alice:/home/alice:/bin/bash\nbob:*:2002:5000::/home/bob:/bin/sh\n");
  EXPECT_EQ(output_of(spec, "users/group"), "alice:*:2001:\nlab:*:5000:alice\n");
  EXPECT_EQ(output_of(spec, "users/authorized_keys"),
            "# Name of a user, and a key of the user. Made by skiff. Edit the spec, not this file.\n");
}

}  // namespace
}  // namespace skiff
