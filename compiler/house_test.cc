// The compiler's layers and their order are those of the table in CONTRIBUTING.md. A file includes only its own layer and those above it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "testing/examples.h"
#include "testing/repository.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

const fs::path root = testing::repository();

/// The first column of the table of layers: `| `text/` | …`.
std::vector<std::string> layers() {
  std::vector<std::string> names;
  std::istringstream page(testing::file_text(root / "CONTRIBUTING.md"));
  std::string line;
  while (std::getline(page, line) && line != "| layer | contents |") {
  }
  std::getline(page, line);
  while (std::getline(page, line) && line.starts_with("| `")) {
    const std::string name = line.substr(3, line.find('`', 3) - 3);
    names.push_back(name.substr(0, name.find_first_of("/.")));
  }
  return names;
}

/// The layer of a path in compiler/. main.cc belongs to cli; compile.h and compile.cc are a layer of their own.
std::string layer_of(const std::string& path) {
  if (path == "main.cc") return "cli";
  return path.substr(0, path.find_first_of("/."));
}

/// The files whose includes are checked. Tests may include everything.
std::vector<std::string> sources() {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(root / "compiler")) {
    const std::string path = fs::relative(entry.path(), root / "compiler").generic_string();
    if ((path.ends_with(".cc") || path.ends_with(".h")) && !path.ends_with("_test.cc")) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> includes_of(const std::string& path) {
  std::vector<std::string> found;
  std::istringstream text(testing::file_text(root / "compiler" / path));
  for (std::string line; std::getline(text, line);) {
    const std::string begin = "#include \"";
    if (line.starts_with(begin)) found.push_back(line.substr(begin.size(), line.rfind('"') - begin.size()));
  }
  return found;
}

TEST(Layers, NoFileIncludesALayerBelowItsOwn) {
  const std::vector<std::string> order = layers();
  ASSERT_GT(order.size(), 10u);
  const auto place = [&](const std::string& path) {
    const auto found = std::find(order.begin(), order.end(), layer_of(path));
    if (found == order.end()) ADD_FAILURE() << path << ": CONTRIBUTING.md has no such layer";
    return found;
  };
  std::size_t seen = 0;
  for (const std::string& path : sources()) {
    const auto own = place(path);
    for (const std::string& included : includes_of(path)) {
      ++seen;
      if (place(included) > own)
        ADD_FAILURE() << "compiler/" << path << " includes " << included << ", a layer below it in CONTRIBUTING.md";
    }
  }
  EXPECT_GT(seen, 500u);
}

TEST(Layers, EveryLayerExists) {
  for (const std::string& layer : layers())
    EXPECT_TRUE(layer == "embedded" || fs::exists(root / "compiler" / layer) ||
                fs::exists(root / "compiler" / (layer + ".cc")))
        << layer;
}

}  // namespace
}  // namespace skiff
