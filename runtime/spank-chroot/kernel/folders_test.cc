#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kernel/calls.h"
#include "kernel/files.h"
#include "kernel/job_folders.h"
#include "kernel/remove_tree.h"
#include "text/failure.h"

namespace jail {
namespace {

namespace fs = std::filesystem;

class Folders : public testing::Test {
 protected:
  Folders() {
    char name[] = "/tmp/jail-test.XXXXXX";
    path = mkdtemp(name);
    folder = Fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  ~Folders() override { fs::remove_all(path); }

  void write(const std::string& name, const std::string& text = "x") { std::ofstream(path + "/" + name) << text; }

  std::string path;
  Fd folder;
};

TEST_F(Folders, OpenBelowFollowsNoLinkAndStaysInside) {
  if (!kernel_has_mount_calls()) GTEST_SKIP() << "this kernel has no openat2 or mount_setattr";
  fs::create_directories(path + "/in/deep");
  fs::create_symlink("/etc", path + "/in/link");
  fs::create_symlink("deep", path + "/in/near");
  EXPECT_TRUE(try_open_below(folder.get(), "./in/deep", O_PATH));
  EXPECT_FALSE(try_open_below(folder.get(), "./in/link", O_PATH | O_DIRECTORY));
  EXPECT_EQ(errno, ELOOP);
  EXPECT_FALSE(try_open_below(folder.get(), "./in/near", O_PATH | O_DIRECTORY));
  EXPECT_FALSE(try_open_below(folder.get(), "./in/link/passwd", O_PATH));
  EXPECT_FALSE(try_open_below(folder.get(), "../../../etc/passwd", O_PATH));
  EXPECT_FALSE(try_open_below(folder.get(), "/etc/passwd", O_PATH));
}

TEST_F(Folders, ReadTrustedRejectsWritableLargeAndSpecialFiles) {
  write("f", "text");
  fs::permissions(path + "/f", fs::perms(0644));
  EXPECT_EQ(read_trusted(path + "/f", 10), "text");
  EXPECT_THROW(read_trusted(path + "/f", 3), Failure);
  fs::permissions(path + "/f", fs::perms(0664));
  EXPECT_THROW(read_trusted(path + "/f", 10), Failure);
  EXPECT_THROW(read_trusted(path, 10), Failure);
  EXPECT_THROW(read_trusted(path + "/none", 10), Failure);
  ASSERT_EQ(mkfifo((path + "/fifo").c_str(), 0600), 0);
  EXPECT_THROW(read_trusted(path + "/fifo", 10), Failure);
}

TEST_F(Folders, JobDirectoriesAreCreatedOnceAndRemoved) {
  if (!kernel_has_mount_calls()) GTEST_SKIP() << "this kernel has no openat2 or mount_setattr";
  const Mount mount{.type = MountType::job, .source = path, .target = "/var/tmp", .mode = 01777};
  const Fd first = open_job_folder(mount, 7);
  const Fd second = open_job_folder(mount, 7);
  EXPECT_TRUE(first && second);
  const std::string made = path + "/.spank_chroot/7";
  struct stat status {};
  ASSERT_EQ(stat(made.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  ASSERT_EQ(stat((made + "/var-tmp").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 01777u);
  std::ofstream(made + "/var-tmp/file") << "x";
  EXPECT_TRUE(remove_job_folders({path, path}, 7).empty());
  EXPECT_FALSE(fs::exists(made));
  EXPECT_TRUE(remove_job_folders({path}, 7).empty());
}

TEST_F(Folders, AJobDirectoryThatAUserPreparedIsRejected) {
  if (!kernel_has_mount_calls()) GTEST_SKIP() << "this kernel has no openat2 or mount_setattr";
  const Mount mount{.type = MountType::job, .source = path, .target = "/tmp", .mode = 01777};
  fs::create_directories(path + "/.spank_chroot/8");
  EXPECT_THROW(open_job_folder(mount, 8), Failure);
  fs::permissions(path + "/.spank_chroot", fs::perms(0700));
  EXPECT_THROW(open_job_folder(mount, 8), Failure);
  fs::create_directory_symlink("/etc", path + "/.spank_chroot/9");
  EXPECT_THROW(open_job_folder(mount, 9), Failure);
}

TEST_F(Folders, OwnJobFoldersReplacesForeignEntriesAndRestrictsItsOwn) {
  if (!kernel_has_mount_calls()) GTEST_SKIP() << "this kernel has no openat2 or mount_setattr";
  const Mount mount{.type = MountType::job, .source = path, .target = "/tmp", .mode = 01777};
  fs::create_directory(path + "/kept");
  write("kept/file");
  fs::create_directory_symlink(path + "/kept", path + "/.spank_chroot");
  own_job_folders({path, path + "/none"});
  EXPECT_TRUE(open_job_folder(mount, 8));
  EXPECT_TRUE(fs::exists(path + "/kept/file"));
  own_job_folders({path});
  EXPECT_TRUE(fs::exists(path + "/.spank_chroot/8/tmp"));
  // If it is root's but others have access, the access is removed and the content stays.
  fs::permissions(path + "/.spank_chroot", fs::perms(0777));
  own_job_folders({path});
  EXPECT_TRUE(fs::exists(path + "/.spank_chroot/8/tmp"));
  struct stat status {};
  ASSERT_EQ(stat((path + "/.spank_chroot").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  if (geteuid() != 0) return;
  // If it belongs to another user, it is removed.
  ASSERT_EQ(chown((path + "/.spank_chroot").c_str(), 12345, 12345), 0);
  own_job_folders({path});
  EXPECT_FALSE(fs::exists(path + "/.spank_chroot/8"));
}

TEST_F(Folders, RemoveTreeHandlesAnyDepthAndFollowsNoLinks) {
  if (!kernel_has_mount_calls()) GTEST_SKIP() << "this kernel has no statx with mounts";
  fs::create_directories(path + "/tree/a");
  fs::create_directories(path + "/kept");
  write("kept/file");
  fs::create_directory_symlink(path + "/kept", path + "/tree/a/link");
  // Deeper than the longest possible path.
  Fd at(open((path + "/tree").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int depth = 0; depth < 3000; ++depth) {
    ASSERT_EQ(mkdirat(at.get(), "d", 0700), 0);
    at = Fd(openat(at.get(), "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_TRUE(at);
  }
  EXPECT_EQ(remove_tree(folder.get(), "tree"), 0);
  EXPECT_FALSE(fs::exists(path + "/tree"));
  EXPECT_TRUE(fs::exists(path + "/kept/file"));
  EXPECT_EQ(remove_tree(folder.get(), "none"), 0);
}

}  // namespace
}  // namespace jail
