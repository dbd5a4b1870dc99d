#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skiff {

/// Bytes from the kernel's random number generator (getrandom(2)). Throws std::runtime_error if it gives none.
std::string random_bytes(std::size_t size);

std::string to_base64(std::string_view bytes);

/// The same with the alphabet for URLs and without padding, as JSON Web Keys have it (RFC 7515, 2).
std::string to_base64url(std::string_view bytes);

/// Two lower-case digits a byte.
std::string to_hex(std::string_view bytes);

/// A random UUID (RFC 9562, version 4).
std::string random_uuid();

}  // namespace skiff
