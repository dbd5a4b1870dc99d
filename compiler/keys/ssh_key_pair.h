#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// A new key pair of sshd.
struct SshKeyPair {
  std::string private_file;  ///< in OpenSSH's own format, without a passphrase
  std::string public_line;   ///< `TYPE KEY`, ending in a newline
};

/// Makes a key of the type `ed25519`, `ecdsa` (P-256) or `rsa` (3072 bits): the defaults of ssh-keygen. Throws
/// std::runtime_error if OpenSSL fails, and std::logic_error for another type.
SshKeyPair make_ssh_key_pair(std::string_view type);

}  // namespace skiff
