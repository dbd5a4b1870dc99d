#include "read/spec_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "diag/diagnostic.h"
#include "read/encoding.h"

namespace skiff {
namespace {

namespace fs = std::filesystem;

// The size limit of a ConfigMap.
constexpr std::size_t most_bytes = std::size_t{1} << 20;

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

SpecFile refused(std::string problem) { return {{}, std::move(problem)}; }

SpecFile read_below(const fs::path& folder, const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(folder / path, error);
  if (error) return refused("file not found; the path is relative to the spec's directory");
  if (!is_below(real, fs::canonical(folder, error)) || error)
    return refused("leads out of the spec's directory, and a spec can use only files below that directory");
  // Reading a pipe or a device might never end.
  if (!fs::is_regular_file(real, error)) return refused("is not a regular file");
  if (fs::file_size(real, error) > most_bytes || error)
    return refused("is larger than 1 MiB, the limit of a ConfigMap");
  std::ifstream in(real, std::ios::binary);
  SpecFile file{{std::istreambuf_iterator<char>(in), {}}, {}};
  if (!in) return refused("can't be read");
  return spec_file(std::move(file.text));
}

}  // namespace

SpecFile spec_file(std::string text) {
  if (text.empty()) return refused("is empty");
  if (text.size() > most_bytes) return refused("is larger than 1 MiB, the limit of a ConfigMap");
  if (has_errors(check_encoding(text)))
    return refused("must be UTF-8 text without invisible characters, with lines that end in LF");
  return {std::move(text), {}};
}

SpecFile no_spec_files(const std::string&) {
  return refused(
      "the spec was not read from a file, so it has no directory; pass the spec by file name, or put the text into the "
      "spec");
}

SpecFileReader files_below_spec(const std::string& spec) {
  const fs::path folder = fs::path(spec).parent_path();
  return
      [folder = folder.empty() ? fs::path(".") : folder](const std::string& path) { return read_below(folder, path); };
}

}  // namespace skiff
