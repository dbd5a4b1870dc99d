#include "folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/testing/tree.h"

namespace skiff::health {
namespace {

TEST(HealthFolder, IsCreatedForItsOwnerOnly) {
  Tree tree;
  const std::string folder = tree.root + "/a/b";
  EXPECT_EQ(prepare_folder(folder), "");
  struct stat status {};
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
  EXPECT_EQ(prepare_folder(folder), "");
  chmod(folder.c_str(), 0777);
  EXPECT_EQ(prepare_folder(folder), folder + " is writable by other users");
}

TEST(HealthFolder, ASymlinkIsRejected) {
  Tree tree;
  tree.folder("/real");
  tree.link("/link", tree.root + "/real");
  EXPECT_EQ(prepare_folder(tree.root + "/link"), tree.root + "/link is not a directory");
}

TEST(HealthFolder, OnlyOneProcessCanLockIt) {
  Tree tree;
  const auto another_has_it = [&] {
    const pid_t child = fork();
    if (child == 0) _exit(lock_folder(tree.root) < 0 ? 1 : 0);
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status) == 1;
  };
  EXPECT_FALSE(another_has_it());
  const int lock = lock_folder(tree.root);
  EXPECT_GE(lock, 0);
  EXPECT_TRUE(another_has_it());
  // A child that inherits the file descriptor does not hold the lock.
  const pid_t child = fork();
  if (child == 0) {
    sleep(60);
    _exit(0);
  }
  close(lock);
  EXPECT_FALSE(another_has_it());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST(HealthFolder, RecordsAJobFailure) {
  Tree tree;
  EXPECT_FALSE(job_failure(tree.root));
  note_job_failure(tree.root, {12, "[HC] a: b", "a"});
  const auto failure = job_failure(tree.root);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->time, 12);
  EXPECT_EQ(failure->reason, "[HC] a: b");
  EXPECT_EQ(failure->cause, "a");
  forget_job_failure(tree.root);
  EXPECT_FALSE(job_failure(tree.root));
}

}  // namespace
}  // namespace skiff::health
