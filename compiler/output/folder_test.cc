#include "output/folder.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "output/disk.h"
#include "output/manifest.h"
#include "text/hash.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;
using Tree = std::map<std::string, std::string>;

OutputFile file(std::string path, std::string text) {
  OutputFile made;
  made.path = std::move(path);
  made.text = std::move(text);
  return made;
}

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "skiff-folder-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
    out_ = root_ + "/deep/out";
  }
  void TearDown() override { fs::remove_all(root_); }

  // All files below the root with their content, so that leftovers are noticed.
  Tree tree() const {
    Tree found;
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      const std::string path = entry.path().string().substr(root_.size() + 1);
      if (entry.is_symlink()) {
        found[path] = "->";
      } else if (entry.is_directory()) {
        found[path] = "/";
      } else {
        found[path] = read_file(entry.path().string());
      }
    }
    return found;
  }

  std::string only_error(const FileSet& files) const {
    const auto before = tree();
    const FolderReport report = write_folder(files, out_, false);
    EXPECT_EQ(report.errors.size(), 1u);
    EXPECT_EQ(tree(), before);
    if (report.errors.empty()) return "no error";
    const std::string& message = report.errors.front();
    return message.starts_with(out_) ? message.substr(out_.size()) : message;
  }

  std::string root_;
  std::string out_;
};

TEST_F(Folder, IsCreatedWithAllFilesAndAManifest) {
  const FolderReport report = write_folder({file("a", "1\n"), file("k8s/b", "2\n")}, out_ + "/", false);
  EXPECT_TRUE(report.errors.empty());
  EXPECT_EQ(report.created, (Paths{"a", "k8s/b"}));
  EXPECT_EQ(tree(), (Tree{{"deep", "/"},
                          {"deep/out", "/"},
                          {"deep/out/.skiff", "0d3148243051664f  a\ncd7a79f2310dcd3a  k8s/b\n"},
                          {"deep/out/a", "1\n"},
                          {"deep/out/k8s", "/"},
                          {"deep/out/k8s/b", "2\n"}}));
}

TEST_F(Folder, UpdatesAndRemovesOnlyItsOwnFiles) {
  ASSERT_TRUE(write_folder({file("a", "1"), file("b", "2"), file("old/c", "3"), file("mixed/d", "4")}, out_, false)
                  .errors.empty());
  write_file(out_ + "/mixed/theirs", "x");
  struct stat before {};
  ASSERT_EQ(stat((out_ + "/a").c_str(), &before), 0);
  const FolderReport report = write_folder({file("a", "1"), file("b", "new"), file("e/f", "5")}, out_, false);
  EXPECT_TRUE(report.errors.empty());
  EXPECT_EQ(report.created, Paths{"e/f"});
  EXPECT_EQ(report.updated, Paths{"b"});
  EXPECT_EQ(report.removed, (Paths{"mixed/d", "old/c"}));
  EXPECT_EQ(report.unchanged, 1u);
  struct stat after {};
  ASSERT_EQ(stat((out_ + "/a").c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
  auto left = tree();
  left.erase("deep/out/.skiff");
  EXPECT_EQ(left, (Tree{{"deep", "/"},
                        {"deep/out", "/"},
                        {"deep/out/a", "1"},
                        {"deep/out/b", "new"},
                        {"deep/out/e", "/"},
                        {"deep/out/e/f", "5"},
                        {"deep/out/mixed", "/"},
                        {"deep/out/mixed/theirs", "x"}}));
}

TEST_F(Folder, ASecondBuildTouchesNothing) {
  const FileSet files{file("a", "1"), file("k8s/b", "2")};
  write_folder(files, out_, false);
  struct stat before {};
  ASSERT_EQ(stat(out_.c_str(), &before), 0);
  const FolderReport report = write_folder(files, out_, false);
  EXPECT_EQ(report.unchanged, 2u);
  struct stat after {};
  ASSERT_EQ(stat(out_.c_str(), &after), 0);
  EXPECT_EQ(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
  EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
}

TEST_F(Folder, ADryRunReportsChangesWithoutMakingThem) {
  EXPECT_EQ(write_folder({file("a", "1")}, out_, true).created, Paths{"a"});
  EXPECT_TRUE(tree().empty());
  write_folder({file("a", "1"), file("b", "1")}, out_, false);
  const auto before = tree();
  const FolderReport report = write_folder({file("a", "2")}, out_, true);
  EXPECT_EQ(report.updated, Paths{"a"});
  EXPECT_EQ(report.removed, Paths{"b"});
  EXPECT_EQ(tree(), before);
}

TEST_F(Folder, RefusesToReplaceFilesThatItDidNotWrite) {
  fs::create_directories(out_ + "/dir");
  write_file(out_ + "/a", "theirs");
  EXPECT_EQ(only_error({file("b", "1"), file("a", "ours")}),
            "/a: was not written by skiff; move it, or choose another directory");
  EXPECT_EQ(only_error({file("dir", "1")}), "/dir: is not a regular file; skiff does not replace it");
  EXPECT_EQ(only_error({file("a/b", "1")}), "/a: is not a directory and was not created by skiff");
  // A file with the same content counts as ours.
  EXPECT_TRUE(write_folder({file("a", "theirs")}, out_, false).errors.empty());
}

TEST_F(Folder, RefusesToReplaceEditedFiles) {
  write_folder({file("a", "1"), file("b", "1")}, out_, false);
  write_file(out_ + "/a", "edited");
  EXPECT_EQ(only_error({file("a", "2")}),
            "/a: was changed after skiff wrote it; remove it, then skiff writes it again");
  const FolderReport report = write_folder({file("b", "1")}, out_, false);
  EXPECT_EQ(report.left, Paths{"a"});
  EXPECT_EQ(read_file(out_ + "/a"), "edited");
}

TEST_F(Folder, NamesWhatGitDidToAFile) {
  write_folder({file("a", "1\n2\n")}, out_, false);
  write_file(out_ + "/a", "1\r\n2\r\n");
  EXPECT_EQ(only_error({file("a", "2")}),
            "/a: has Windows line ends, as Git writes them with core.autocrlf; remove it, then skiff writes it again");
  write_file(out_ + "/a", "1\r\n3\r\n");
  EXPECT_EQ(only_error({file("a", "2")}),
            "/a: was changed after skiff wrote it; remove it, then skiff writes it again");
  write_file(out_ + "/a", "1\n<<<<<<< HEAD\n2\n=======\n3\n>>>>>>> other\n");
  EXPECT_EQ(only_error({file("a", "2")}), "/a: has a merge conflict; remove it, then skiff writes it again");
}

TEST_F(Folder, NamesWhatGitDidToTheManifest) {
  write_folder({file("a", "1")}, out_, false);
  const std::string own = read_file(out_ + "/.skiff");
  const std::string other = manifest_text({{"a", {xxh64("2")}}});
  write_file(out_ + "/.skiff", own.substr(0, own.size() - 1) + "\r\n");
  EXPECT_EQ(only_error({file("a", "2")}),
            "/.skiff: has Windows line ends, as Git writes them with core.autocrlf; convert it with dos2unix");
  write_file(out_ + "/.skiff", "<<<<<<< HEAD\n" + own + "=======\n" + other + ">>>>>>> other\n");
  EXPECT_EQ(only_error({file("a", "2")}),
            "/.skiff: has a merge conflict; remove the lines <<<<<<<, ======= and >>>>>>> and keep all others");
  // What that gives, and what `merge=union` gives.
  write_file(out_ + "/.skiff", own + other);
  EXPECT_TRUE(write_folder({file("a", "3")}, out_, false).errors.empty());
  EXPECT_EQ(read_file(out_ + "/.skiff"), manifest_text({{"a", {xxh64("3")}}}));
}

TEST_F(Folder, RefusesSymbolicLinks) {
  fs::create_directories(out_);
  fs::create_directories(root_ + "/elsewhere");
  write_file(root_ + "/target", "1");
  fs::create_symlink(root_ + "/elsewhere", out_ + "/k8s");
  fs::create_symlink(root_ + "/target", out_ + "/a");
  EXPECT_EQ(only_error({file("k8s/b", "1")}), "/k8s: is not a directory and was not created by skiff");
  EXPECT_EQ(only_error({file("a", "1")}), "/a: is not a regular file; skiff does not replace it");
  fs::create_symlink("missing", out_ + "/.skiff");
  EXPECT_EQ(only_error({file("c", "1")}), "/.skiff: is not a file");
}

TEST_F(Folder, StaleFilesBehindALinkAreNotRemoved) {
  write_folder({file("k8s/a", "1"), file("b", "1")}, out_, false);
  fs::rename(out_ + "/k8s", root_ + "/moved");
  fs::create_symlink(root_ + "/moved", out_ + "/k8s");
  EXPECT_TRUE(write_folder({file("b", "1")}, out_, false).errors.empty());
  EXPECT_EQ(read_file(root_ + "/moved/a"), "1");
}

TEST_F(Folder, RefusesInvalidAndDuplicatePaths) {
  for (const char* path : {"", "/a", "../a", "a/../../b", "a//b", "./a", "a/", ".skiff", ".skiff.tmp/x", "a\nb"}) {
    EXPECT_EQ(write_folder({file(path, "1")}, out_, false).errors.size(), 1u) << path;
  }
  EXPECT_TRUE(tree().empty());
  EXPECT_EQ(write_folder({file("a", "1"), file("a", "2")}, out_, false).errors.size(), 1u);
}

TEST_F(Folder, RefusesADamagedManifest) {
  fs::create_directories(out_);
  for (const char* text :
       {"x", "0123456789abcdef  ../../etc/passwd\n", "0123456789abcdeg  a\n", "0123456789abcdef  a"}) {
    write_file(out_ + "/.skiff", text);
    EXPECT_EQ(
        only_error({file("a", "1")}),
        "/.skiff: is not a list of files written by skiff; if the directory holds only skiff's output, remove the "
        "directory");
  }
}

TEST_F(Folder, RefusesAFileInPlaceOfTheDirectory) {
  write_file(root_ + "/deep", "");
  EXPECT_EQ(write_folder({file("a", "1")}, out_, false).errors.size(), 1u);
  out_ = root_ + "/deep";
  EXPECT_EQ(only_error({file("a", "1")}), ": is not a directory");
}

TEST_F(Folder, RefusesASecondBuildAtTheSameTime) {
  write_folder({file("a", "1")}, out_, false);
  const FolderLock other(out_);
  EXPECT_EQ(only_error({file("a", "2")}), ": another skiff process is writing to this directory");
}

TEST_F(Folder, RecoversFromAKilledBuild) {
  write_folder({file("a", "1"), file("b", "1")}, out_, false);
  // The state that a build from 1 to 2 leaves if it is killed between the two files.
  write_file(out_ + "/.skiff", manifest_text({{"a", {xxh64("1"), xxh64("2")}}, {"b", {xxh64("1")}}}));
  write_file(out_ + "/a", "2");
  fs::create_directories(out_ + "/.skiff.tmp");
  write_file(out_ + "/.skiff.tmp/new1", "2");
  const FolderReport report = write_folder({file("a", "3"), file("b", "3")}, out_, false);
  EXPECT_TRUE(report.errors.empty()) << report.errors.front();
  EXPECT_EQ(read_file(out_ + "/a"), "3");
  EXPECT_FALSE(fs::exists(out_ + "/.skiff.tmp"));
}

TEST_F(Folder, RemovesWhatAKilledBuildLeft) {
  const FileSet files{file("k8s/a", "1")};
  // Beside a directory that did not exist yet. Only names of ours, and not what another build writes now.
  fs::create_directories(out_ + ".skiff.tmp123/k8s");
  write_file(out_ + ".skiff.tmp123/k8s/a", "1");
  fs::create_directories(out_ + ".skiff.tmp12x");
  fs::create_directories(out_ + ".skiff.tmp124");
  fs::create_directories(root_ + "/deep/other.skiff.tmp125");
  const FolderLock writing(out_ + ".skiff.tmp124");
  EXPECT_TRUE(write_folder(files, out_, false).errors.empty());
  EXPECT_FALSE(fs::exists(out_ + ".skiff.tmp123"));
  for (const std::string& kept :
       Paths{out_ + ".skiff.tmp12x", out_ + ".skiff.tmp124", root_ + "/deep/other.skiff.tmp125"})
    EXPECT_TRUE(fs::exists(kept)) << kept;
  // In the directory, also if nothing changes. What a link in it names stays.
  fs::create_directories(out_ + "/.skiff.tmp");
  write_file(out_ + "/.skiff.tmp/old0", "0");
  fs::create_symlink(out_ + "/k8s", out_ + "/.skiff.tmp/link");
  EXPECT_EQ(write_folder(files, out_, false).unchanged, 1u);
  EXPECT_FALSE(fs::exists(out_ + "/.skiff.tmp"));
  EXPECT_TRUE(fs::exists(out_ + "/k8s/a"));
}

// Runs `body` in a child process without root privileges, so that permissions apply. Returns its exit status, or -1.
template <class Body>
int as_nobody(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(99);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Folder, AFailedBuildIsRolledBack) {
  write_folder({file("a", "1"), file("b", "1"), file("locked/c", "1")}, out_, false);
  chmod(root_.c_str(), 0755);
  chmod((out_ + "/locked").c_str(), 0555);
  if (getuid() == 0) {
    ASSERT_EQ(chown(out_.c_str(), 65534, 65534), 0);
    ASSERT_EQ(chown((out_ + "/a").c_str(), 65534, 65534), 0);  // protected_hardlinks
  }
  const auto before = tree();
  const FileSet changed{file("a", "2"), file("new/d", "2"), file("locked/c", "2")};
  EXPECT_EQ(as_nobody([&] {
              const FolderReport report = write_folder(changed, out_, false);
              return report.errors.size() == 1 && report.errors[0].ends_with("Permission denied") ? 7 : 1;
            }),
            7);
  EXPECT_EQ(tree(), before);
}

TEST_F(Folder, AFullDiskLeavesNothingBehind) {
  const FileSet files{file("k8s/a", "1"), file("k8s/b", std::string(100000, 'x'))};
  const auto limited = [&] {
    const rlimit limit{5000, 5000};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);
    return write_folder(files, out_, false).errors.size() == 1 ? 7 : 1;
  };
  chmod(root_.c_str(), 0777);
  EXPECT_EQ(as_nobody(limited), 7);
  EXPECT_EQ(tree(), Tree{});
  fs::create_directories(out_);
  write_file(out_ + "/theirs", "x");
  chmod(out_.c_str(), 0777);
  const auto before = tree();
  EXPECT_EQ(as_nobody(limited), 7);
  EXPECT_EQ(tree(), before);
}

// Makes close() fail in this process, as NFS does when it notices only then that the disk is full.
bool break_close() {
  sock_filter rules[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close, 0, 1),
                         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSPC),
                         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program{std::size(rules), rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST_F(Folder, AFullDiskThatShowsItselfAtCloseIsAnError) {
  chmod(root_.c_str(), 0777);
  EXPECT_EQ(as_nobody([&] {
              if (!break_close()) return 98;
              const FolderReport report = write_folder({file("a", "1")}, out_, false);
              return report.errors.size() == 1 && report.errors[0].ends_with("No space left on device") ? 7 : 1;
            }),
            7);
  EXPECT_EQ(tree(), Tree{});
}

// A signal that came while the files are written.
TEST_F(Folder, AnInterruptedBuildIsRolledBack) {
  const auto interrupted = [&](int number, const FileSet& files) {
    return as_nobody([&] {
      sigset_t one;
      sigemptyset(&one);
      sigaddset(&one, number);
      sigprocmask(SIG_BLOCK, &one, nullptr);
      std::raise(number);
      const FolderReport report = write_folder(files, out_, false);
      return report.errors == Paths{"interrupted; nothing was changed"} ? 7 : 1;
    });
  };
  chmod(root_.c_str(), 0777);
  const FileSet files{file("a", "1"), file("k8s/b", "1")};
  EXPECT_EQ(interrupted(SIGINT, files), 7);
  EXPECT_EQ(tree(), Tree{});
  write_folder(files, out_, false);
  const auto before = tree();
  for (const char* path : {"", "/a", "/k8s", "/k8s/b"}) fs::permissions(out_ + path, fs::perms::all);
  EXPECT_EQ(interrupted(SIGTERM, {file("a", "2"), file("new/c", "2")}), 7);
  EXPECT_EQ(tree(), before);
}

// A signal that the program does not block ends it, but only when the directory is whole.
TEST_F(Folder, ASignalEndsTheProgramAfterTheChanges) {
  write_folder({file("a", "1")}, out_, false);
  const pid_t child = fork();
  if (child == 0) {
    {
      const SignalHold signals;
      std::raise(SIGTERM);
      write_file(root_ + "/held", "");
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
  EXPECT_TRUE(fs::exists(root_ + "/held"));
}

}  // namespace
}  // namespace skiff
