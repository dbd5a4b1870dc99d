#include "keys/random.h"

#include <openssl/evp.h>
#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "text/hex.h"

namespace skiff {

std::string random_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = getrandom(bytes.data() + done, size - done, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw std::runtime_error("getrandom failed");
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock adds a NUL
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::string to_base64url(std::string_view bytes) {
  std::string text = to_base64(bytes);
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  while (text.ends_with('=')) text.pop_back();
  return text;
}

std::string to_hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    text.push_back(hex_digits[static_cast<unsigned char>(c) >> 4]);
    text.push_back(hex_digits[c & 0xf]);
  }
  return text;
}

std::string random_uuid() {
  std::string bytes = random_bytes(16);
  bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x40);  // the version
  bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);  // the variant
  std::string text = to_hex(bytes);
  for (const std::size_t place : {20, 16, 12, 8}) text.insert(place, 1, '-');
  return text;
}

}  // namespace skiff
