// Compares schema/shared.yaml with files that are not generated from it: templates, images, shell programs, and C++
// code that contains a path.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "read/reader.h"
#include "testing/examples.h"
#include "testing/repository.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path root = testing::repository();

std::set<std::string> shared(std::string_view part) {
  const ReadResult table = read(testing::file_text(root / "schema" / "shared.yaml"));
  std::set<std::string> values;
  for (const Entry& entry : table.root.find(part)->entries) values.insert(entry.value.text);
  return values;
}

bool is_test(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.find("_test.") != name.npos || path.string().find("/test/") != std::string::npos ||
         path.string().find("/testing/") != std::string::npos;
}

/// All texts that the first group of `form` matches in the files below `folders`. `seen` has all of them, and `strange`
/// has `PATH: TEXT` for those for which `known` is false.
struct Held {
  std::vector<std::string> strange;
  std::set<std::string> seen;
};
Held hold(const std::vector<const char*>& folders, const char* form,
          const std::function<bool(const std::string&)>& known) {
  const std::regex expression(form);
  Held held;
  for (const char* folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || is_test(entry.path())) continue;
      const std::string text = testing::file_text(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
        held.seen.insert((*at)[1]);
        if (!known((*at)[1]))
          held.strange.push_back(entry.path().lexically_relative(root).string() + ": " + (*at)[1].str());
      }
    }
  return held;
}

bool below_one(const std::set<std::string>& paths, const std::string& path) {
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& known) { return path == known || path.starts_with(known + "/"); });
}

const std::vector<const char*> everywhere = {"templates",      "images",        "runtime",
                                             "compiler/lower", "compiler/plan", "compiler/rules"};

TEST(Shared, UserIdsMatchTheTable) {
  auto users = shared("users");
  users.insert("0");
  // `runAsUser: 64030`, `--uid 64030`, `--owner=64030`, `USER 64030:64030`, `slurm:x:64030:`
  const auto held = hold(
      {"templates", "images", "runtime/pod"},
      "(?:runAsUser: |runAsGroup: |fsGroup: |--owner=|--group=|--uid |--gid |USER |USER [0-9]+:|:x:|:x:[0-9]+:)([0-9]+)",
      [&](const std::string& number) { return users.contains(number); });
  EXPECT_EQ(held.strange, std::vector<std::string>());
  EXPECT_EQ(held.seen, users);
}

// Each path must be one of skiff's paths, or below one.
TEST(Shared, PathsAreInTheTable) {
  const auto paths = shared("paths");
  const auto held =
      hold(everywhere,
           "((?:/?etc/skiff|/usr/libexec/skiff|/run/power|/run/munge|/run/slurmd[.]log|/var/spool/slurm(?:ctl)?d"
           "|/var/lib/(?:enroot|extrausers)|/var/cache/container-images|/mnt/jail)[a-z./-]*)",
           [&](std::string path) {
             if (path.front() != '/') path.insert(0, "/");
             // The full stop of a sentence.
             if (path.back() == '.') path.pop_back();
             return path == "/etc/skiff" || below_one(paths, path);
           });
  EXPECT_EQ(held.strange, std::vector<std::string>());
}

// C++ code must take the paths from the table. The jail's plugin is not checked, because it is built separately.
TEST(Shared, CppCodeTakesPathsFromTheTable) {
  const auto paths = shared("paths");
  const std::vector<const char*> folders = {"compiler/lower", "compiler/plan",  "compiler/rules",
                                            "runtime/common", "runtime/health", "runtime/sidecar"};
  const auto texts =
      hold(folders, "\"(/[a-zA-Z0-9./-]+)", [&](const std::string& path) { return !below_one(paths, path); });
  EXPECT_EQ(texts.strange, std::vector<std::string>());
  EXPECT_FALSE(texts.seen.empty());
}

// Each path must be used in C++ code through the table, or in a template, an image or a shell program.
TEST(Shared, EveryPathIsUsed) {
  const ReadResult table = read(testing::file_text(root / "schema" / "shared.yaml"));
  const auto anything = [](const std::string&) { return true; };
  const auto named = hold({"compiler", "runtime"}, "shared::paths::([a-zA-Z]+)", anything);
  const auto said = hold({"templates", "images", "runtime"}, "(/[a-zA-Z./-]+)", anything);
  for (const Entry& entry : table.root.find("paths")->entries)
    EXPECT_TRUE(named.seen.contains(entry.key.text) || said.seen.contains(entry.value.text)) << entry.key.text;
}

TEST(Shared, KeysAreInTheTable) {
  std::set<std::string> keys;
  for (const char* part : {"labels", "annotations", "conditions"}) keys.merge(shared(part));
  const auto held = hold(everywhere, "(?:^|[\"' ,\\[(`])(skiff/[a-zA-Z-]+)[\"':=`\\])]",
                         [&](const std::string& key) { return keys.contains(key); });
  EXPECT_EQ(held.strange, std::vector<std::string>());
  EXPECT_FALSE(held.seen.empty());
}

// A prefix of a reason is enough, because jq matches two reasons with one expression: `^skiff: pod is (stopping|gone)`.
TEST(Shared, ReasonsAreInTheTable) {
  const auto reasons = shared("reasons");
  const auto held = hold(everywhere, "(skiff: pod[a-z ]*[a-z])", [&](const std::string& text) {
    return std::any_of(reasons.begin(), reasons.end(),
                       [&](const std::string& reason) { return reason.starts_with(text); });
  });
  EXPECT_EQ(held.strange, std::vector<std::string>());
  const auto marks = hold(everywhere, "(\\[H[A-Z]*\\] ?)", [&](const std::string& text) { return text == "[HC] "; });
  EXPECT_TRUE(reasons.contains("[HC] "));
  EXPECT_EQ(marks.strange, std::vector<std::string>());
}

}  // namespace
}  // namespace skiff
