#include "verdict_encoding.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace skiff::health {
namespace {

constexpr char none = '-';

void put(std::string& into, const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  into.append(reinterpret_cast<const char*>(&size), sizeof size);
  into += text;
}

// Reads one text; false if it is cut short.
bool take(const std::string& from, std::size_t& at, std::string& text) {
  std::uint32_t size = 0;
  if (from.size() < at + sizeof size) return false;
  std::memcpy(&size, from.data() + at, sizeof size);
  at += sizeof size;
  if (from.size() - at < size) return false;
  text = from.substr(at, size);
  at += size;
  return true;
}

// The bytes come from another process, in which the check ran together with a driver's library. They may be anything.
Verdict verdict_of(const std::string& body) {
  if (body == std::string(1, none)) return std::nullopt;
  Result result;
  std::size_t at = 2;
  std::string memory;
  if (body.size() < at || body[0] < '0' || body[0] > '3' || !take(body, at, result.detail) || !take(body, at, memory) ||
      at != body.size())
    return Result{Level::unknown, "the check returned a malformed result", {}};
  result.level = static_cast<Level>(body[0] - '0');
  if (body[1] == 'm') result.memory = std::move(memory);
  return result;
}

}  // namespace

std::string encode_verdict(const Verdict& verdict) {
  std::string body;
  if (!verdict) {
    body += none;
  } else {
    body += static_cast<char>('0' + static_cast<int>(verdict->level));
    body += verdict->memory ? 'm' : none;
    put(body, verdict->detail);
    put(body, verdict->memory.value_or(""));
  }
  std::string frame;
  put(frame, body);
  return frame;
}

std::optional<Verdict> take_verdict(std::string& bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, bytes.data(), sizeof size);
  if (bytes.size() < sizeof size + size) return std::nullopt;
  const std::string body = bytes.substr(sizeof size, size);
  bytes.erase(0, sizeof size + size);
  return verdict_of(body);
}

}  // namespace skiff::health
