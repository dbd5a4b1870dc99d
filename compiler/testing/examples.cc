#include "testing/examples.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ostream>

#include "testing/repository.h"
#include "text/ascii.h"

namespace skiff::testing {

namespace fs = std::filesystem;

std::vector<Example> examples() {
  std::vector<Example> found;
  for (const auto& entry : fs::directory_iterator(repository() / "examples")) {
    const fs::path spec = entry.path() / "cluster.yaml";
    if (fs::exists(spec)) found.push_back({entry.path().filename().string(), file_text(spec)});
  }
  std::ranges::sort(found, {}, &Example::name);
  return found;
}

SpecFileReader spec_files(const Example& example) {
  return files_below_spec((repository() / "examples" / example.name / "cluster.yaml").string());
}

std::string test_name(const Example& example) {
  std::string name = example.name;
  std::ranges::replace_if(
      name, [](char c) { return !is_alnum(c); }, '_');
  return name;
}

void PrintTo(const Example& example, std::ostream* out) { *out << example.name; }

fs::path golden_folder(std::string_view example) { return repository() / "golden" / example; }

std::string file_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_text(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

bool updating_goldens() {
  const char* wish = std::getenv("SKIFF_UPDATE_GOLDEN");
  return wish && std::string_view(wish) == "1";
}

}  // namespace skiff::testing
