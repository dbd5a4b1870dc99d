#include "gate/relay.h"

#include <sys/socket.h>

#include <cerrno>

namespace skiff::gate {
namespace {

// Bytes to hold in one direction. Slurm's and munge's messages are a few hundred bytes.
constexpr std::size_t most_held = 16 * 1024;

bool not_now(int error) { return error == EAGAIN || error == EINTR; }

}  // namespace

bool Relay::read(const Fd& source, const Fd& sink) {
  held_.resize(most_held);
  const ssize_t count = recv(source.get(), held_.data(), held_.size(), 0);
  held_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  if (count < 0) return not_now(errno);
  if (count > 0) return write(sink);
  ended_ = true;
  // The sink may already be gone.
  shutdown(sink.get(), SHUT_WR);
  return true;
}

bool Relay::write(const Fd& sink) {
  const ssize_t count = send(sink.get(), held_.data(), held_.size(), MSG_NOSIGNAL);
  if (count < 0) return not_now(errno);
  held_.erase(0, static_cast<std::size_t>(count));
  return true;
}

}  // namespace skiff::gate
