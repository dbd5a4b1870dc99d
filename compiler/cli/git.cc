#include "cli/git.h"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "output/disk.h"
#include "text/number.h"
#include "text/split.h"

extern char** environ;

namespace skiff::cli {
namespace {

// The reader of YAML rejects more than 16 MiB.
constexpr std::size_t limit = 16U << 20U;

[[noreturn]] void fail(const std::string& what) { throw DiskError{"git cat-file: " + what}; }

}  // namespace

bool names_revision(const std::string& path) {
  const std::size_t colon = path.find(':');
  return colon != path.npos && colon > 0 && kind_at(path) == PathKind::absent;
}

Git::Git() {
  // A socket, because writing to a pipe whose reader has ended would end this program.
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail(std::strerror(errno));
  socket_ = ends[0];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string words[] = {"git", "cat-file", "--batch"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  const int error = posix_spawnp(&process_, "git", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) {
    close(socket_);
    fail(std::string("cannot start it: ") + std::strerror(error));
  }
}

Git::~Git() {
  // It may still be writing a file that is too large, and would print an error if this end were closed.
  kill(process_, SIGKILL);
  close(socket_);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
}

std::string Git::take(std::size_t size) {
  while (buffer_.size() < size) {
    char bytes[65536];
    const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    // git has printed the reason.
    if (got <= 0) fail("has ended");
    buffer_.append(bytes, static_cast<std::size_t>(got));
  }
  std::string taken = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return taken;
}

std::string Git::take_line() {
  std::string line;
  for (std::string next = take(1); next != "\n"; next = take(1)) line += next;
  return line;
}

std::optional<Git::Object> Git::read(const std::string& name) {
  if (name.find('\n') != name.npos) return std::nullopt;
  std::string request = name + "\n";
  for (std::string_view rest = request; !rest.empty();) {
    const ssize_t put = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("has ended");
    rest.remove_prefix(static_cast<std::size_t>(put));
  }
  // `<object> <type> <size>`, or `<name> missing`.
  const std::string line = take_line();
  std::string_view rest = line;
  take_until(rest, ' ');
  const std::string_view type = take_until(rest, ' ');
  const auto size = to_number<std::size_t>(rest, 10);
  if (line.starts_with(name + " ") || !size) return std::nullopt;
  if (*size > limit) throw DiskError{name + ": has more than 16 MiB"};
  std::string text = take(*size);
  take(1);
  if (type == "tree") return Object{Kind::folder, {}};
  return type == "blob" ? std::optional(Object{Kind::file, std::move(text)}) : std::nullopt;
}

}  // namespace skiff::cli
