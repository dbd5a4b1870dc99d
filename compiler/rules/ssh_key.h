#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// Why sshd does not read this line of authorized_keys, which has a type, a key in base64 and perhaps a comment; "" if it
/// does. The contents of a key are in RFC 4253 (6.6), RFC 5656 (3.1) and RFC 8709 (4), and those of `sk-` keys in OpenSSH's
/// PROTOCOL.u2f.
std::string bad_ssh_key(std::string_view line);

}  // namespace skiff
