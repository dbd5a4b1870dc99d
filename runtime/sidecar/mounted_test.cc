#include "sidecar/mounted.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <stdio.h>

#include <filesystem>

#include "common/files.h"
#include "common/testing/tree.h"

namespace skiff::sidecar {
namespace {

/// inotify queues an event before the call that causes it returns, so nothing here waits.
struct FolderWatchTest : testing::Test {
  FolderWatchTest() {
    tree.folder("/a");
    tree.folder("/b");
    a = watch.add(tree.root + "/a");
    b = watch.add(tree.root + "/b");
  }
  void move(const std::string& from, const std::string& to) {
    EXPECT_EQ(rename((tree.root + from).c_str(), (tree.root + to).c_str()), 0);
  }
  /// The directories that changed since the last call.
  std::string changed() {
    watch.read();
    const bool first = watch.take(a), second = watch.take(b);
    return std::string(first ? "a" : "") + (second ? "b" : "");
  }
  Tree tree;
  FolderWatch watch;
  int a, b;
};

TEST_F(FolderWatchTest, ReportsEachKindOfChangeOnceAndOnlyInItsDirectory) {
  EXPECT_EQ(changed(), "");
  tree.write("/a/file", "1");
  EXPECT_EQ(changed(), "a") << "created";
  EXPECT_EQ(changed(), "");
  tree.write("/a/file", "2");
  EXPECT_EQ(changed(), "a") << "written";
  tree.write("/file.new", "3");
  EXPECT_EQ(changed(), "") << "outside";
  move("/file.new", "/a/file");
  EXPECT_EQ(changed(), "a") << "replaced";
  tree.remove("/a/file");
  EXPECT_EQ(changed(), "a") << "deleted";
  tree.write("/b/file", "4");
  EXPECT_EQ(changed(), "b");
  tree.write("/a/file", "5");
  move("/b/file", "/file");
  EXPECT_EQ(changed(), "ab");
}

// The loop would otherwise sleep although it has work.
TEST_F(FolderWatchTest, AnEventAfterReadWakesTheNextPoll) {
  watch.read();
  tree.write("/a/file", "1");
  EXPECT_FALSE(watch.take(b));
  EXPECT_FALSE(watch.take(a)) << "not read yet";
  pollfd waited = {watch.handle(), POLLIN, 0};
  EXPECT_EQ(poll(&waited, 1, 0), 1);
  EXPECT_EQ(changed(), "a");
  EXPECT_EQ(poll(&waited, 1, 0), 0);
}

// A ConfigMap's files are links through `..data`, which the kubelet replaces.
TEST_F(FolderWatchTest, ReportsThatTheKubeletHasReplacedAVolume) {
  tree.write("/a/..1/file", "1");
  tree.write("/a/..2/file", "2");
  tree.link("/a/..data", "..1");
  tree.link("/a/file", "..data/file");
  changed();
  const std::uint64_t before = mounted_files(tree.root + "/a").checksum;
  tree.link("/a/..data_tmp", "..2");
  changed();
  move("/a/..data_tmp", "/a/..data");
  EXPECT_EQ(changed(), "a");
  EXPECT_NE(mounted_files(tree.root + "/a").checksum, before);
}

TEST_F(FolderWatchTest, UsersArePartOfTheFiles) {
  tree.write("/a/slurm.conf", "1");
  const auto now = [&] { return mounted_files(tree.root + "/a", tree.root + "/b").checksum; };
  const std::uint64_t without = now();
  EXPECT_EQ(without, mounted_files(tree.root + "/a").checksum);
  tree.write("/b/passwd", "1");
  const std::uint64_t one = now();
  EXPECT_NE(one, without);
  tree.write("/b/group", "1");
  EXPECT_NE(now(), one);
  tree.remove("/b/group");
  // slurmctld does not read keys.
  tree.write("/b/authorized_keys", "1");
  EXPECT_EQ(now(), one);
}

TEST_F(FolderWatchTest, ReportsAllDirectoriesIfEventsWereLost) {
  // More events than the queue holds. Equal events that follow each other count as one, so the names differ.
  const auto most = std::filesystem::path("/proc/sys/fs/inotify/max_queued_events");
  const auto text = read_text(most.string());
  ASSERT_TRUE(text);
  if (std::stol(*text) > 100000) GTEST_SKIP() << "the queue is too long to fill";
  for (long i = 0; i < std::stol(*text); i += 2) {
    tree.write("/a/one", "");
    tree.write("/a/two", "");
  }
  EXPECT_EQ(changed(), "ab");
}

}  // namespace
}  // namespace skiff::sidecar
