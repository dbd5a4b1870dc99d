#include "read/beside.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "diag/diagnostic.h"
#include "read/encoding.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

// What a ConfigMap holds.
constexpr std::size_t most_bytes = std::size_t{1} << 20;

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

BesideFile refused(std::string problem) { return {{}, std::move(problem)}; }

BesideFile read_below(const fs::path& folder, const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(folder / path, error);
  if (error) return refused("there is no such file beside the spec");
  if (!is_below(real, fs::canonical(folder, error)) || error)
    return refused("leads out of the spec's folder, which holds all that a spec is made of");
  // A pipe or a device would never end.
  if (!fs::is_regular_file(real, error)) return refused("is no regular file");
  if (fs::file_size(real, error) > most_bytes || error)
    return refused("is larger than 1 MiB, which no ConfigMap holds");
  std::ifstream in(real, std::ios::binary);
  BesideFile file{{std::istreambuf_iterator<char>(in), {}}, {}};
  if (!in) return refused("can't be read");
  if (file.text.empty()) return refused("is empty");
  if (has_errors(check_encoding(file.text))) return refused("is no text in UTF-8, with lines that end in LF");
  return file;
}

}  // namespace

BesideFile nothing_beside(const std::string&) {
  return refused("this spec has no folder: build it by its file's name, or give the file as text");
}

Beside files_beside(const std::string& spec) {
  const fs::path folder = fs::path(spec).parent_path();
  return
      [folder = folder.empty() ? fs::path(".") : folder](const std::string& path) { return read_below(folder, path); };
}

}  // namespace skiff
