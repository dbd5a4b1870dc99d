#pragma once

#include <string>

namespace skiff {

/// The number of bits of an address of IPv4 or IPv6; -1 for other text.
int address_bits(const std::string& text);

/// Whether a text is an address, a slash and the number of bits of a network, such as 10.0.0.0/8.
bool is_cidr(const std::string& text);

}  // namespace skiff
