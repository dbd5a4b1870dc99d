#include "plugin/user_env.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "kernel/files.h"
#include "plan/user_env.h"
#include "text/words.h"

namespace jail {
namespace {

// The first 64 KiB of a regular file; empty if it cannot be read.
std::string start_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return "";
  std::string text(64u << 10, '\0');
  std::ifstream file(path);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

bool asks_user_env() {
  if (std::string_view(program_invocation_short_name) != "sbatch") return false;
  const std::vector<std::string> line = split(read_kernel("/proc/self/cmdline"), '\0');
  return std::getenv("SBATCH_GET_USER_ENV") || line_asks_user_env(line) ||
         std::any_of(line.begin() + 1, line.end(),
                     [](const std::string& word) { return script_asks_user_env(start_of(word)); });
}

Subject caller() {
  Subject subject{getuid()};
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(getgroups(0, nullptr), 0)));
  const int count = getgroups(static_cast<int>(groups.size()), groups.data());
  subject.groups.push_back(getgid());
  if (count > 0) subject.groups.insert(subject.groups.end(), groups.begin(), groups.begin() + count);
  return subject;
}

}  // namespace jail
