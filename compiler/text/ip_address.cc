#include "text/ip_address.h"

#include <arpa/inet.h>

#include <array>

#include "text/number.h"

namespace skiff {

int address_bits(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> bytes;
  return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1    ? 32
         : inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1 ? 128
                                                                : -1;
}

bool is_cidr(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  const auto bits = to_number<int>(text.substr(slash + 1));
  return bits && *bits >= 0 && *bits <= address_bits(text.substr(0, slash));
}

}  // namespace skiff
