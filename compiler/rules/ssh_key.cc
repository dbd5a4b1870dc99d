#include "rules/ssh_key.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "text/quote.h"
#include "text/split.h"

namespace skiff {
namespace {

std::optional<std::string> from_base64(std::string_view text) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return std::nullopt;
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t six = alphabet.find(c);
    if (six == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(six);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xff));
  }
  return bytes;
}

/// The strings of a key, each of which follows its length in four bytes.
std::optional<std::vector<std::string_view>> strings(std::string_view bytes) {
  std::vector<std::string_view> found;
  while (!bytes.empty()) {
    if (bytes.size() < 4) return std::nullopt;
    std::uint32_t length = 0;
    for (const char c : bytes.substr(0, 4)) length = length << 8 | static_cast<unsigned char>(c);
    bytes.remove_prefix(4);
    if (bytes.size() < length) return std::nullopt;
    found.push_back(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  return found;
}

/// How many strings a key has, with its type.
std::size_t parts_of(std::string_view type) {
  if (type == "ssh-ed25519") return 2;
  return type == "sk-ecdsa-sha2-nistp256@openssh.com" ? 4 : 3;
}

// sshd refuses smaller keys (SSH_RSA_MINIMUM_MODULUS_SIZE).
constexpr std::size_t least_rsa_bytes = 1024 / 8;

}  // namespace

std::string bad_ssh_key(std::string_view line) {
  const std::string_view type = take_until(line, ' ');
  const auto bytes = from_base64(take_until(line, ' '));
  const auto parts = bytes ? strings(*bytes) : std::nullopt;
  if (!parts || parts->empty()) return "the key is cut off or is not base64";
  if (parts->front() != type) return "the key is not of the type " + quote(type);
  if (parts->size() != parts_of(type)) return "the key is cut off";
  if (type == "ssh-ed25519" && parts->back().size() != 32) return "the key is cut off";
  if (type == "ssh-rsa" && parts->back().size() < least_rsa_bytes)
    return "sshd refuses RSA keys of less than 1024 bits";
  return {};
}

}  // namespace skiff
