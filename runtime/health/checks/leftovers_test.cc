#include <gtest/gtest.h>
#include <unistd.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

constexpr uid_t user = 54321;

struct Leftovers : CheckTest {
  Leftovers() {
    node.as = epilog;
    node.environment = {{"SLURM_JOB_UID", std::to_string(user)}, {"SLURM_JOB_ID", "12"}};
    node.settings.leftovers = Settings::Leftovers{.folders = {"/dev/shm", "/tmp", "/none"}};
    tree.folder("/dev/shm");
    tree.folder("/tmp");
    tree.write("/proc/1/stat", stat(1, "bash"));
  }
  static std::string stat(int pid, const std::string& command) {
    return std::to_string(pid) + " (" + command + ") S 0 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0";
  }
  void own(const std::string& path) { ASSERT_EQ(lchown((tree.root + path).c_str(), user, user), 0); }
  void leave() {
    tree.write("/dev/shm/mine/deep/file", "x");
    tree.write("/dev/shm/mine/others", "x");
    tree.write("/dev/shm/others", "x");
    tree.link("/tmp/link", "../dev/shm/others");
    for (const char* path : {"/dev/shm/mine", "/dev/shm/mine/deep", "/dev/shm/mine/deep/file", "/tmp/link"}) own(path);
  }
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "SKIP: only root can make files of another user";
  }
};

TEST_F(Leftovers, AreReportedAndKept) {
  EXPECT_EQ(said(leftovers(node)), "ok: no files left");
  leave();
  EXPECT_EQ(said(leftovers(node)), "warn: /dev/shm: 3 files of user 54321; /tmp: 1 files of user 54321");
  EXPECT_TRUE(std::filesystem::exists(tree.root + "/dev/shm/mine/deep/file"));
}

TEST_F(Leftovers, CleanRemovesOnlyFilesOfTheUser) {
  leave();
  node.settings.leftovers->clean = true;
  EXPECT_EQ(said(leftovers(node)),
            "warn: /dev/shm: 3 files of user 54321, 2 removed; /tmp: 1 files of user 54321, 1 removed");
  EXPECT_FALSE(std::filesystem::exists(tree.root + "/dev/shm/mine/deep"));
  EXPECT_TRUE(std::filesystem::exists(tree.root + "/dev/shm/mine/others"));
  EXPECT_TRUE(std::filesystem::exists(tree.root + "/dev/shm/others"));
}

TEST_F(Leftovers, AreReportedOnlyAfterTheUsersLastProcess) {
  leave();
  tree.write("/proc/40/stat", stat(40, "python"));
  own("/proc/40");
  EXPECT_EQ(said(leftovers(node)), "does not apply");
  tree.remove("/proc/40");
  tree.write("/proc/41/stat", stat(41, "slurmstepd"));
  tree.write("/proc/41/cmdline", "slurmstepd: [12.batch]");
  EXPECT_EQ(leftovers(node)->level, Level::warn);
  tree.write("/proc/41/cmdline", "slurmstepd: [13.0]");
  EXPECT_EQ(said(leftovers(node)), "does not apply");
}

TEST_F(Leftovers, DoNotApplyToRootOrOutsideAJob) {
  node.environment["SLURM_JOB_UID"] = "0";
  EXPECT_EQ(said(leftovers(node)), "does not apply");
  node.environment.clear();
  EXPECT_EQ(said(leftovers(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
