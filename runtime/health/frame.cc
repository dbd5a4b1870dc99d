#include "frame.h"

#include <cstdint>
#include <cstring>

namespace skiff::health {
namespace {

constexpr char none = '-';

void put(std::string& into, const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  into.append(reinterpret_cast<const char*>(&size), sizeof size);
  into += text;
}

std::string take(const std::string& from, std::size_t& at) {
  std::uint32_t size = 0;
  std::memcpy(&size, from.data() + at, sizeof size);
  at += sizeof size;
  std::string text = from.substr(at, size);
  at += size;
  return text;
}

}  // namespace

std::string encode(const Verdict& verdict) {
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

std::optional<Verdict> take_frame(std::string& bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, bytes.data(), sizeof size);
  if (bytes.size() < sizeof size + size) return std::nullopt;
  const std::string body = bytes.substr(sizeof size, size);
  bytes.erase(0, sizeof size + size);
  if (body[0] == none) return Verdict();
  Result result;
  result.level = static_cast<Level>(body[0] - '0');
  std::size_t at = 2;
  result.detail = take(body, at);
  std::string memory = take(body, at);
  if (body[1] == 'm') result.memory = std::move(memory);
  return result;
}

}  // namespace skiff::health
