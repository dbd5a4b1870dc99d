#include "gate/serve.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <list>
#include <system_error>

#include "common/unix_socket.h"
#include "gate/guest.h"
#include "gate/socket.h"

namespace skiff::gate {
namespace {

// One user cannot keep the others out with connections that do nothing.
constexpr std::size_t most_guests = 400;
constexpr std::ptrdiff_t most_of_a_user = 100;
constexpr std::chrono::seconds most_idle{30};
// How often to try again while the target has no room for another connection.
constexpr std::chrono::milliseconds try_again{10};

void say(const std::string& text) { std::fprintf(stderr, "skiff-gate: %s\n", text.c_str()); }

using Guests = std::list<Guest>;

// Why a user may not come in; empty if they may.
std::string objection(const Doors& doors, const Guests& guests, uid_t user) {
  if (std::ranges::find(doors.refused, user) != doors.refused.end())
    return "may not use " + doors.target + " from here";
  if (std::ranges::count(guests, user, &Guest::user) >= most_of_a_user)
    return "has " + std::to_string(most_of_a_user) + " connections already";
  return "";
}

void let_in(const Fd& listener, const Doors& doors, Guests& guests) {
  while (guests.size() < most_guests) {
    Fd client = accept_at(listener);
    if (!client) {
      // Without descriptors or memory, try again when a guest has left. A client may also have gone already.
      if (errno == EBADF || errno == EINVAL || errno == ENOTSOCK)
        throw std::system_error(errno, std::generic_category());
      return;
    }
    const Peer peer = peer_of(client);
    if (const std::string why = objection(doors, guests, peer.user); !why.empty()) {
      say("user " + std::to_string(peer.user) + " " + why);
      continue;
    }
    guests.emplace_back(std::move(client), peer, Clock::now());
  }
}

// Returns true if a guest has to wait for room.
bool connect_all(const Doors& doors, Guests& guests) {
  bool waits = false;
  for (Guest& guest : guests) {
    if (guest.connected()) continue;
    if (const std::string why = guest.connect(doors.target, Clock::now()); !why.empty()) say(why);
    waits = waits || (!guest.connected() && !guest.over());
  }
  return waits;
}

// Waits until something can be passed on, or it is time to look again.
std::vector<pollfd> wait(const Fd& listener, const Fd& stop, const Guests& guests, bool soon) {
  std::vector<pollfd> polled{{stop.get(), POLLIN, 0}, {guests.size() < most_guests ? listener.get() : -1, POLLIN, 0}};
  for (const Guest& guest : guests) {
    polled.push_back(guest.client_poll());
    polled.push_back(guest.server_poll());
  }
  const int milliseconds = soon ? int{try_again.count()} : guests.empty() ? -1 : 1000;
  if (poll(polled.data(), polled.size(), milliseconds) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
    for (pollfd& each : polled) each.revents = 0;
  }
  return polled;
}

}  // namespace

void serve(const Doors& doors, const Fd& stop) {
  const Fd listener = listen_at(doors.listen);
  Guests guests;
  bool soon = false;
  for (;;) {
    const std::vector<pollfd> polled = wait(listener, stop, guests, soon);
    if (polled[0].revents != 0) return;
    std::size_t at = 2;
    for (Guest& guest : guests) {
      guest.pass(polled[at], polled[at + 1], Clock::now());
      at += 2;
    }
    if (polled[1].revents != 0) let_in(listener, doors, guests);
    soon = connect_all(doors, guests);
    const auto oldest = Clock::now() - most_idle;
    std::erase_if(guests, [&](const Guest& guest) { return guest.over() || guest.active() < oldest; });
  }
}

}  // namespace skiff::gate
