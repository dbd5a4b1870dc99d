#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// A line of a spec, or a value of it, with `*` instead of each byte that may belong to a secret: what follows the
/// header of a private key, and the value of a field or parameter whose name ends in password, passwd, pass or token.
/// Such a value has no place in a spec, and the messages about it appear in the logs of CI systems.
std::string masked(std::string_view text);

}  // namespace skiff
