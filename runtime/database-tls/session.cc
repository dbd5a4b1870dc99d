#include "database-tls/session.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <optional>
#include <stdexcept>

#include "database-tls/packets.h"
#include "database-tls/server.h"

namespace skiff::database_tls {
namespace {

using Receive = std::function<void(std::string&)>;

Packet next_packet(std::string& received, const Receive& receive) {
  for (;;) {
    if (auto packet = take_packet(received)) return std::move(*packet);
    receive(received);
  }
}

/// One client and its server.
class Session {
 public:
  Session(const Fd& client, const Database& database) : client_(client), database_(database) {}

  /// Runs until one side ends the connection. Throws std::runtime_error if the server must not be used. Then `refusal`
  /// has the number of the packet that the client waits for.
  void run(std::uint8_t& refusal) {
    const Fd socket = connect_to(database_);
    const std::string where = database_.host + ":" + database_.port + ": ";
    std::string clear;
    std::optional<Tls> server;
    try {
      const Packet greeting = next_packet(clear, [&](std::string& into) { receive_some(socket, into); });
      if (is_error(greeting.payload)) return send_all(client_, bytes_of(greeting));
      if (!offers_tls(greeting.payload)) throw std::runtime_error("the server does not offer TLS");
      send_all(client_, bytes_of({greeting.number, without_tls(greeting.payload)}));
      const Packet answer = next_packet(up_, [&](std::string& into) { receive_some(client_, into); });
      refusal = answer.number + 1;
      // What follows in clear text cannot be from the server.
      if (!clear.empty()) throw std::runtime_error("the server sends more than its greeting");
      send_all(socket, bytes_of({answer.number, tls_request(answer.payload)}));
      server.emplace(database_, socket);
      server->send_all(bytes_of({static_cast<std::uint8_t>(answer.number + 1), with_tls(answer.payload)}));
    } catch (const std::runtime_error& failure) {
      throw std::runtime_error(where + failure.what());
    }
    try {
      if (prove(*server)) relay(socket, *server);
    } catch (const std::runtime_error&) {
      // One side has ended the connection. The other one finds out when this session ends.
    }
  }

 private:
  /// Passes on how the client proves who it is. The server counts one packet more than the client, the request for TLS.
  /// True if the server accepts the client.
  bool prove(Tls& server) {
    for (;;) {
      Packet packet = next_packet(down_, [&](std::string& into) { server.receive_some(into); });
      --packet.number;
      send_all(client_, bytes_of(packet));
      if (ends_phase(packet.payload)) return !is_error(packet.payload);
      // The server also says without being asked that a proof is right. Then it goes on by itself.
      if (packet.payload == std::string_view("\x01\x03")) continue;
      packet = next_packet(up_, [&](std::string& into) { receive_some(client_, into); });
      ++packet.number;
      server.send_all(bytes_of(packet));
    }
  }

  // Each step passes on as much as possible without waiting. Returns true if it did something.
  bool step(Tls& server, bool& over, Tls::Result& reading, Tls::Result& writing) {
    bool moved = false;
    if (up_.empty()) moved |= receive(over);
    if (!up_.empty()) {
      writing = server.write(up_);
      moved |= writing == Tls::Result::done;
    }
    if (down_.empty()) {
      reading = server.read(down_);
      moved |= reading == Tls::Result::done;
    }
    if (!down_.empty()) moved |= send(over);
    over = over || reading == Tls::Result::over || writing == Tls::Result::over;
    return moved;
  }

  bool receive(bool& over) {
    std::array<char, 16 * 1024> bytes;
    const ssize_t count = recv(client_.get(), bytes.data(), bytes.size(), 0);
    over = over || count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
    if (count <= 0) return false;
    up_.assign(bytes.data(), static_cast<std::size_t>(count));
    return true;
  }

  bool send(bool& over) {
    const ssize_t count = ::send(client_.get(), down_.data(), down_.size(), MSG_NOSIGNAL);
    over = over || (count < 0 && errno != EAGAIN && errno != EINTR);
    if (count <= 0) return false;
    down_.erase(0, static_cast<std::size_t>(count));
    return true;
  }

  void relay(const Fd& socket, Tls& server) {
    bool over = false;
    while (!over) {
      Tls::Result reading = Tls::Result::done, writing = Tls::Result::done;
      while (step(server, over, reading, writing) && !over) {
      }
      if (over) return;
      std::array<pollfd, 2> both{{{client_.get(), 0, 0}, {socket.get(), 0, 0}}};
      if (up_.empty()) both[0].events |= POLLIN;
      if (!down_.empty()) both[0].events |= POLLOUT;
      for (const Tls::Result result : {reading, writing}) {
        if (result == Tls::Result::waits_to_read) both[1].events |= POLLIN;
        if (result == Tls::Result::waits_to_write) both[1].events |= POLLOUT;
      }
      if (poll(both.data(), both.size(), -1) < 0 && errno != EINTR) return;
      // A side that has ended is noticed here even if nothing is wanted from it.
      for (const pollfd& one : both)
        if ((one.revents & (POLLERR | POLLNVAL)) != 0 || (one.events == 0 && (one.revents & POLLHUP) != 0)) return;
    }
  }

  const Fd& client_;
  const Database& database_;
  std::string up_, down_;  ///< received, and not passed on yet
};

}  // namespace

void serve_client(const Fd& client, const Database& database, const std::function<void(const std::string&)>& say) {
  std::uint8_t refusal = 0;
  try {
    Session(client, database).run(refusal);
  } catch (const std::runtime_error& failure) {
    say(failure.what());
    try {
      send_all(client, bytes_of({refusal, error_payload(failure.what())}));
    } catch (const std::runtime_error&) {
      // The client has gone.
    }
  }
}

}  // namespace skiff::database_tls
