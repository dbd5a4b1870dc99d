#include "folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing/tree.h"

namespace skiff::health {
namespace {

TEST(HealthFolder, IsMadeForItsOwnerAlone) {
  Tree tree;
  const std::string folder = tree.root + "/a/b";
  EXPECT_EQ(prepare_folder(folder), "");
  struct stat status {};
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
  EXPECT_EQ(prepare_folder(folder), "");
  chmod(folder.c_str(), 0777);
  EXPECT_EQ(prepare_folder(folder), folder + " may be written by others");
}

TEST(HealthFolder, FollowsNoLink) {
  Tree tree;
  tree.folder("/real");
  tree.link("/link", tree.root + "/real");
  EXPECT_EQ(prepare_folder(tree.root + "/link"), tree.root + "/link is not a folder");
}

TEST(HealthFolder, IsLockedOnce) {
  Tree tree;
  const int lock = lock_folder(tree.root);
  EXPECT_GE(lock, 0);
  EXPECT_EQ(lock_folder(tree.root), -1);
  close(lock);
  const int next = lock_folder(tree.root);
  EXPECT_GE(next, 0);
  close(next);
}

TEST(HealthFolder, KeepsAJobsFailure) {
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
