#include "read/spec_files.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace skiff {
namespace {

namespace fs = std::filesystem;

class SpecFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "skiff-beside-XXXXXX").string();
    root_ = mkdtemp(name.data());
    fs::create_directories(root_ / "spec" / "slurm");
    write("spec/slurm/a.lua", "return\n");
    write("secret", "outside\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  SpecFile get(const std::string& path) const {
    return files_below_spec((root_ / "spec" / "cluster.yaml").string())(path);
  }

  fs::path root_;
};

TEST_F(SpecFilesTest, ReadsAFileBelowTheSpecsDirectory) {
  EXPECT_EQ(get("slurm/a.lua").text, "return\n");
  EXPECT_EQ(get("slurm/a.lua").problem, "");
  fs::create_symlink("a.lua", root_ / "spec/slurm/b.lua");
  EXPECT_EQ(get("slurm/b.lua").text, "return\n") << "a link inside";
}

TEST_F(SpecFilesTest, NeverLeavesTheSpecsDirectory) {
  fs::create_symlink("../../secret", root_ / "spec/slurm/out");
  fs::create_directory_symlink("..", root_ / "spec/up");
  for (const char* path : {"slurm/out", "up/secret", "../secret"}) {
    EXPECT_NE(get(path).problem.find("leads out"), std::string::npos) << path << ": " << get(path).problem;
    EXPECT_EQ(get(path).text, "");
  }
}

TEST_F(SpecFilesTest, RefusesBinaryLargeEmptyAndMissingFiles) {
  write("spec/bytes", std::string("\0\xff", 2));
  write("spec/large", std::string((1 << 20) + 1, 'x'));
  write("spec/empty", "");
  for (const char* path : {"bytes", "large", "empty", "slurm", "none"}) EXPECT_NE(get(path).problem, "") << path;
}

TEST_F(SpecFilesTest, FindsNothingWithoutADirectory) { EXPECT_NE(no_spec_files("slurm/a.lua").problem, ""); }

}  // namespace
}  // namespace skiff
