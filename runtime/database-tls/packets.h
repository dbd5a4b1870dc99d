#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The packets of the connection phase of MariaDB and MySQL: the server's greeting, the client's answer, and the proof of
// its identity (mariadb.com/kb/en/connection, dev.mysql.com: Connection Phase). A client that uses TLS sends a part of
// its answer first, in clear text.

namespace skiff::database_tls {

struct Packet {
  std::uint8_t number = 0;  ///< of the packet in the phase, on both sides together
  std::string payload;
};

/// The packet as it is sent.
std::string bytes_of(const Packet& packet);

/// Takes the first packet off what was received; nothing if it is not complete yet. Throws std::runtime_error if it has
/// more than 64 KiB, which no packet of this phase needs.
std::optional<Packet> take_packet(std::string& received);

/// Throws std::runtime_error if this is no greeting of a server. False if the server does not offer TLS.
bool offers_tls(std::string_view greeting);
/// The greeting without this offer, for a client that must not use TLS.
std::string without_tls(std::string greeting);

/// What a client with TLS sends before the handshake, and then as its answer. Both throw std::runtime_error if this is no
/// answer of a client.
std::string tls_request(std::string_view answer);
std::string with_tls(std::string answer);

/// True if the server refuses or accepts the client with this packet, which ends the phase.
bool ends_phase(std::string_view payload);
bool is_error(std::string_view payload);

/// A refusal, as a server sends it.
std::string error_payload(std::string_view message);

}  // namespace skiff::database_tls
