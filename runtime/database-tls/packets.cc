#include "database-tls/packets.h"

#include <stdexcept>

namespace skiff::database_tls {
namespace {

constexpr std::size_t header = 4, longest = 64 * 1024;
// Flags of the second byte of the capabilities: CLIENT_PROTOCOL_41 and CLIENT_SSL.
constexpr unsigned char new_protocol = 0x02, tls = 0x08;
// The beginning of an answer: capabilities, longest packet, character set and further capabilities.
constexpr std::size_t beginning = 32;
constexpr unsigned char greeting_version = 10, accepted = 0x00, refused = 0xff;
// Error 1105: unknown error. The client library does not accept its own numbers from a server, such as 2026 for errors of TLS.
constexpr std::string_view refusal = "\xff\x51\x04";

unsigned char byte_at(std::string_view text, std::size_t place) { return static_cast<unsigned char>(text[place]); }

/// Where the second byte of the capabilities is: after the version of the server and its end, the number of the
/// connection, eight bytes of the challenge, and a zero.
std::size_t flags_of(std::string_view greeting) {
  if (greeting.empty() || byte_at(greeting, 0) != greeting_version)
    throw std::runtime_error("it does not greet like a MariaDB or MySQL server");
  const std::size_t end = greeting.find('\0', 1);
  const std::size_t place = end + 1 + 4 + 8 + 1 + 1;
  if (end == greeting.npos || place >= greeting.size()) throw std::runtime_error("its greeting is too short");
  return place;
}

void check_answer(std::string_view answer) {
  if (answer.size() < beginning || (byte_at(answer, 1) & new_protocol) == 0)
    throw std::runtime_error("the client's answer is too short or of an old protocol");
}

}  // namespace

std::string bytes_of(const Packet& packet) {
  std::string bytes;
  for (unsigned shift = 0; shift < 24; shift += 8) bytes += static_cast<char>(packet.payload.size() >> shift & 0xff);
  bytes += static_cast<char>(packet.number);
  return bytes += packet.payload;
}

std::optional<Packet> take_packet(std::string& received) {
  if (received.size() < header) return std::nullopt;
  std::size_t size = 0;
  for (unsigned at = 0; at < 3; ++at) size |= std::size_t{byte_at(received, at)} << (8 * at);
  if (size > longest) throw std::runtime_error("it sends a packet of " + std::to_string(size) + " bytes");
  if (received.size() < header + size) return std::nullopt;
  Packet packet{byte_at(received, 3), received.substr(header, size)};
  received.erase(0, header + size);
  return packet;
}

bool offers_tls(std::string_view greeting) { return (byte_at(greeting, flags_of(greeting)) & tls) != 0; }

std::string without_tls(std::string greeting) {
  char& flags = greeting[flags_of(greeting)];
  flags = static_cast<char>(flags & ~tls);
  return greeting;
}

std::string tls_request(std::string_view answer) {
  check_answer(answer);
  return with_tls(std::string(answer)).substr(0, beginning);
}

std::string with_tls(std::string answer) {
  check_answer(answer);
  answer[1] = static_cast<char>(answer[1] | tls);
  return answer;
}

bool is_error(std::string_view payload) { return !payload.empty() && byte_at(payload, 0) == refused; }

bool ends_phase(std::string_view payload) {
  return payload.empty() || byte_at(payload, 0) == accepted || is_error(payload);
}

std::string error_payload(std::string_view message) {
  std::string payload(refusal);
  return payload.append("#HY000").append(message);
}

}  // namespace skiff::database_tls
