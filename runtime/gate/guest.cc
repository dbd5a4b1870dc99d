#include "gate/guest.h"

#include <cerrno>
#include <cstring>

namespace skiff::gate {
namespace {

pollfd wanted(const Fd& end, const Relay& from, const Relay& to) {
  short events = 0;
  if (from.wants_to_read()) events |= POLLIN;
  if (to.wants_to_write()) events |= POLLOUT;
  // poll(2) always reports a closed connection. Without this, it would return at once again and again.
  return {events == 0 ? -1 : end.get(), events, 0};
}

}  // namespace

std::string Guest::connect(const std::string& target, Clock::time_point now) {
  server_ = connect_as(peer_, target);
  if (server_) {
    active_ = now;
    return "";
  }
  if (errno == EAGAIN || errno == EINTR) return "";
  over_ = true;
  return "cannot connect to " + target + " as user " + std::to_string(peer_.user) + ": " + strerror(errno);
}

pollfd Guest::client_poll() const { return connected() ? wanted(client_, up_, down_) : pollfd{-1, 0, 0}; }

pollfd Guest::server_poll() const { return connected() ? wanted(server_, down_, up_) : pollfd{-1, 0, 0}; }

void Guest::pass(const pollfd& client, const pollfd& server, Clock::time_point now) {
  if (client.revents == 0 && server.revents == 0) return;
  active_ = now;
  bool good = true;
  // Reading reports the errors and the end of a connection.
  if (client.revents != 0 && up_.wants_to_read()) good = good && up_.read(client_, server_);
  if (server.revents != 0 && down_.wants_to_read()) good = good && down_.read(server_, client_);
  if (client.revents != 0 && down_.wants_to_write()) good = good && down_.write(client_);
  if (server.revents != 0 && up_.wants_to_write()) good = good && up_.write(server_);
  over_ = !good || (up_.done() && down_.done());
}

}  // namespace skiff::gate
