#include "cli/io.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "output/disk.h"

namespace skiff::cli {
namespace {

// The reader rejects more than 16 MiB. Without a limit here, an endless input would fill the memory before that.
constexpr std::size_t input_limit = (16U << 20U) + 1;

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

std::optional<std::string> read_input(const std::string& path) {
  try {
    return path == "-" ? read_descriptor(STDIN_FILENO, "standard input", input_limit) : read_file(path, input_limit);
  } catch (const DiskError& error) {
    say(error.message);
    return std::nullopt;
  }
}

bool write_output(std::string_view text) {
  if (write_all(STDOUT_FILENO, text)) return true;
  say(std::string("standard output: cannot write it: ") + std::strerror(errno));
  return false;
}

void write_error(std::string_view text) { write_all(STDERR_FILENO, text); }

void say(std::string_view message) {
  std::string line = "skiff: ";
  line += message;
  line += '\n';
  write_error(line);
}

}  // namespace skiff::cli
