#include "generate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "testing/repository.h"

namespace skiff::mutants {
namespace {

namespace fs = std::filesystem;

class Mutants : public ::testing::Test {
 protected:
  fs::path folder(const std::string& name) {
    const fs::path path = fs::temp_directory_path() / ("skiff-mutants-" + std::to_string(::getpid()) + "-" + name);
    folders_.insert(path);
    return path;
  }

  ~Mutants() override {
    for (const fs::path& path : folders_) fs::remove_all(path);
  }

  static std::vector<Base> bases() {
    const fs::path folder = skiff::testing::repository() / "tests/mutants/bases";
    return {load_base(folder / "minimal.yaml", "24.11"), load_base(folder / "accounting.yaml", "24.11")};
  }

  static std::map<std::string, std::string> files(const fs::path& folder) {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      all[fs::relative(entry.path(), folder).string()] = text.str();
    }
    return all;
  }

 private:
  std::set<fs::path> folders_;
};

TEST_F(Mutants, FollowFromTheSeed) {
  generate(bases(), "24.11", 7, 20, Wanted::accepted, folder("one"));
  generate(bases(), "24.11", 7, 20, Wanted::accepted, folder("two"));
  generate(bases(), "24.11", 8, 20, Wanted::accepted, folder("other"));
  EXPECT_EQ(files(folder("one")), files(folder("two")));
  EXPECT_NE(files(folder("one")), files(folder("other")));
}

// So a new row of a table gives few new mutants, and what was seen of the others stays valid.
TEST(Random, AnotherItemChangesFewChoices) {
  const auto same = [](const std::string& name) { return name; };
  std::vector<std::string> names, more = {"new"};
  for (int i = 0; i < 50; ++i) names.push_back("name" + std::to_string(i));
  more.insert(more.end(), names.rbegin(), names.rend());
  std::set<std::string> chosen;
  int changed = 0;
  for (int i = 0; i < 200; ++i) {
    Random one(std::to_string(i)), other(std::to_string(i));
    const std::string before = one.pick(names, same), after = other.pick(more, same);
    chosen.insert(before);
    if (before == after) continue;
    EXPECT_EQ(after, "new");
    ++changed;
  }
  EXPECT_LT(changed, 20);
  EXPECT_GT(chosen.size(), 40U);
}

TEST_F(Mutants, DifferFromTheirBaseAndFromEachOther) {
  const auto counts = generate(bases(), "24.11", 1, 20, Wanted::accepted, folder("all"));
  EXPECT_EQ(counts.written, 20U);
  EXPECT_GT(counts.refused, 0U);
  std::set<std::string> texts;
  for (const auto& [path, text] : files(folder("all"))) {
    if (path.ends_with("/what")) texts.insert(text);
  }
  EXPECT_EQ(texts.size(), 22U);
}

// Each says which rule refused it.
TEST_F(Mutants, CanBeThoseThatSkiffRefuses) {
  const auto counts = generate(bases(), "24.11", 1, 10, Wanted::refused, folder("refused"));
  EXPECT_EQ(counts.written, 10U);
  for (const auto& [path, text] : files(folder("refused"))) {
    if (!path.ends_with("/what") || path.starts_with("base-")) continue;
    EXPECT_NE(text.find(" (SKF4"), std::string::npos) << text;
  }
}

TEST_F(Mutants, HaveWhatTheJudgeNeeds) {
  generate(bases(), "24.11", 1, 1, Wanted::accepted, folder("one"));
  const auto all = files(folder("one"));
  EXPECT_EQ(all.at("base-minimal/controller"), "mini-slurmctld-0\n");
  EXPECT_EQ(all.at("base-minimal/node"), "cpu-0\n");
  EXPECT_NE(all.at("base-minimal/hosts").find("10.77.0.1 mini-slurmctld.slurm.svc.cluster.local\n"), std::string::npos);
  EXPECT_NE(all.at("base-minimal/mounted/slurm.conf").find("ClusterName=mini"), std::string::npos);
  EXPECT_TRUE(all.contains("base-accounting/slurm/slurmdbd.conf"));
  EXPECT_FALSE(all.contains("base-accounting/mounted/slurmdbd.conf"));
  EXPECT_TRUE(all.contains("0001/cluster.yaml"));
}

TEST_F(Mutants, OfAnOldReleaseUseMunge) {
  const Base base = load_base(skiff::testing::repository() / "tests/mutants/bases/minimal.yaml", "22.05");
  EXPECT_EQ(base.spec["spec"]["auth"]["method"], "munge");
  EXPECT_EQ(base.spec["spec"]["target"]["slurm"], "22.05");
}

}  // namespace
}  // namespace skiff::mutants
