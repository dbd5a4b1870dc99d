#include "sidecar/known_records.h"

#include <gtest/gtest.h>
#include <time.h>

#include <atomic>
#include <filesystem>

#include "common/files.h"
#include "common/testing/tree.h"
#include "sidecar/policy_sync.h"

namespace skiff::sidecar {
namespace {

/// Stand-ins for Slurm's commands, a database of QOS, and a slurmctld that may miss reports (`deaf`).
struct KnownRecords : ::testing::Test {
  Tree tree;
  Settings settings;
  const Log log{"info", LogFormat::text};
  const std::atomic<bool> stop = false;

  KnownRecords() {
    settings.config = settings.run = settings.commands = tree.root;
    settings.policy_record = tree.root + "/policy.json";
    write(
        "sacctmgr",
        "case \"$*\" in\n*'show qos'*) cat qos ;;\n*'add qos '*) echo \"${*##* }\" >>qos; [ -e deaf ] || echo >>heard ;;\nesac\n");
    write("sdiag",
          "echo Remote Procedure Call statistics by message type\n"
          "echo \"  ACCOUNTING_UPDATE_MSG (10001) count:$(($(wc -l <heard) + 5)) ave_time:1\"\n");
    write("scontrol", "case $1 in\n--version) cat version ;;\n*) sed 's/.*/QOS=&(1)/' memory ;;\nesac\n");
    for (const char* name : {"qos", "heard", "memory"}) write_atomically(tree.root + "/" + name, "");
    write_atomically(tree.root + "/version", "slurm 24.11.5\n");
  }
  void write(const std::string& name, const std::string& program) {
    write_atomically(tree.root + "/" + name, "#!/bin/sh\ncd " + tree.root + " || exit\n" + program);
    std::filesystem::permissions(tree.root + "/" + name, std::filesystem::perms::all);
  }
  void keep(const char* text) {
    const Slurm slurm(settings.commands, settings.config, stop);
    Status status(settings.run, log);
    PolicySync policy(settings, slurm, log, status);
    write_atomically(settings.config + "/policy.conf", text);
    policy.reread_file(0);
    policy.step(0);
    EXPECT_EQ(read_text(settings.run + "/failing"), std::nullopt);
  }
  std::optional<std::string> unknown() {
    const Slurm slurm(settings.commands, settings.config, stop);
    std::string why;
    return unknown_qos(settings, slurm, why);
  }
};

TEST_F(KnownRecords, NotesThatSlurmctldMissedAChange) {
  keep("QOS=a\n");
  EXPECT_EQ(read_text(tree.root + "/qos"), "a\n");
  EXPECT_EQ(last_missed_update(settings), 0);
  write_atomically(tree.root + "/deaf", "");
  keep("QOS=a\n");
  EXPECT_EQ(last_missed_update(settings), 0);
  keep("QOS=a\nQOS=b\n");
  EXPECT_EQ(read_text(tree.root + "/qos"), "a\nb\n");
  EXPECT_NEAR(static_cast<double>(last_missed_update(settings)), static_cast<double>(time(nullptr)), 5);
}

TEST_F(KnownRecords, AssumesAMissedChangeIfSdiagFails) {
  write("sdiag", "exit 1\n");
  keep("QOS=a\n");
  EXPECT_NE(last_missed_update(settings), 0);
}

TEST_F(KnownRecords, RequestsNoReconfigureThatWouldNotReadTheRecords) {
  write_atomically(tree.root + "/deaf", "");
  write_atomically(tree.root + "/version", "slurm-wlm 22.05.8\n");
  ::testing::internal::CaptureStderr();
  keep("QOS=a\n");
  EXPECT_NE(::testing::internal::GetCapturedStderr().find(
                "slurmdbd did not report every change to slurmctld, which must be restarted to read them"),
            std::string::npos);
  EXPECT_EQ(last_missed_update(settings), 0);
}

TEST_F(KnownRecords, LogsOnceThatNothingHasToBeChanged) {
  write_atomically(tree.root + "/qos", "a\n");
  write_atomically(settings.config + "/policy.conf", "QOS=a\n");
  const Slurm slurm(settings.commands, settings.config, stop);
  Status status(settings.run, log);
  PolicySync policy(settings, slurm, log, status);
  policy.reread_file(0);
  const auto logged = [&] {
    ::testing::internal::CaptureStderr();
    policy.step(policy.due());
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_NE(logged().find("policy: the accounting database already matches the spec"), std::string::npos);
  EXPECT_EQ(logged(), "");
  write_atomically(settings.config + "/policy.conf", "QOS=a\n\n");
  policy.reread_file(policy.due());
  EXPECT_NE(logged().find("already matches the spec"), std::string::npos);
}

TEST_F(KnownRecords, ListsPartitionQosThatSlurmctldWouldNotKnow) {
  write_atomically(settings.config + "/slurm.conf", "PartitionName=p QOS=long Nodes=a\nPartitionName=q QOS=short\n");
  EXPECT_EQ(unknown(), "");  // without policy.conf
  write_atomically(settings.config + "/policy.conf", "QOS=long\nQOS=short\n");
  write_atomically(tree.root + "/memory", "short\n");
  EXPECT_EQ(unknown(), "long");
  // Since 23.11, slurmctld restarts at a reconfigure and reads the database.
  write_atomically(tree.root + "/qos", "long\n");
  EXPECT_EQ(unknown(), "");
  write_atomically(tree.root + "/version", "slurm 22.05.8\n");
  EXPECT_EQ(unknown(), "long");
  write_atomically(tree.root + "/version", "slurm 24.11.5\n");
  write("sacctmgr", "exit 1\n");
  EXPECT_EQ(unknown(), "long");
  write("scontrol", "exit 1\n");
  EXPECT_EQ(unknown(), std::nullopt);
}

}  // namespace
}  // namespace skiff::sidecar
