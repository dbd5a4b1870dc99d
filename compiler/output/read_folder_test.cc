#include "output/read_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "testing/examples.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

TEST(ReadFolder, ReadsWhatReachesTheCluster) {
  const fs::path out = testing::golden_folder("quickstart") / "out";
  const FolderContent content = read_folder(out.string() + "/");
  EXPECT_EQ(content.errors, std::vector<std::string>());
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(out))
    files += entry.is_regular_file() && entry.path().filename() != ".gitattributes" ? 1 : 0;
  EXPECT_EQ(content.files.size(), files);
  const auto conf = std::ranges::find(content.files, "slurm/slurm.conf", &OutputFile::path);
  ASSERT_NE(conf, content.files.end());
  EXPECT_EQ(conf->text, testing::file_text(out / "slurm" / "slurm.conf"));
  EXPECT_TRUE(conf->lines.empty());
}

TEST(ReadFolder, SaysThatADirectoryIsNoOutput) {
  const std::string folder = testing::golden_folder("quickstart").string();
  EXPECT_EQ(read_folder(folder).errors,
            std::vector<std::string>{folder + ": is not an output directory of skiff; it has no kustomization.yaml"});
}

}  // namespace
}  // namespace skiff
