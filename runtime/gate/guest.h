#pragma once

#include <poll.h>

#include <chrono>
#include <string>

#include "gate/fd.h"
#include "gate/relay.h"
#include "gate/socket.h"

namespace skiff::gate {

using Clock = std::chrono::steady_clock;

/// A user's connection to the gate, and the gate's connection to the target in this user's name.
class Guest {
 public:
  Guest(Fd client, const Peer& peer, Clock::time_point now) : client_(std::move(client)), peer_(peer), active_(now) {}

  uid_t user() const { return peer_.user; }
  /// Since when nothing has happened.
  Clock::time_point active() const { return active_; }
  /// True once both directions have ended, or one of the connections has failed.
  bool over() const { return over_; }
  bool connected() const { return static_cast<bool>(server_); }

  /// Tries to connect to the target. If it has no room for another connection now, call it again later. Returns why
  /// the guest is over; an empty text if it is not.
  std::string connect(const std::string& target, Clock::time_point now);

  /// What poll(2) waits for: the client's end, then the target's. An end that nothing is wanted from has no descriptor.
  pollfd client_poll() const;
  pollfd server_poll() const;
  /// Passes on what is possible after poll(2).
  void pass(const pollfd& client, const pollfd& server, Clock::time_point now);

 private:
  Fd client_, server_;
  Relay up_, down_;
  Peer peer_;
  Clock::time_point active_;
  bool over_ = false;
};

}  // namespace skiff::gate
