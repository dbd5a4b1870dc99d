#include "keys/ssh_key_pair.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "keys/random.h"

// The formats are those of RFC 4253 (6.6), RFC 5656 (3.1), RFC 8709 (4), and of OpenSSH's PROTOCOL.key and PROTOCOL.agent (the
// private parts).

namespace skiff {
namespace {

constexpr std::size_t rsa_bits = 3072;

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

void require(bool done) {
  if (!done) throw std::runtime_error("OpenSSL cannot make a key");
}

std::string number(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(value >> shift));
  return bytes;
}

std::string string(std::string_view bytes) { return number(static_cast<std::uint32_t>(bytes.size())).append(bytes); }

/// A positive integer: big-endian, with a zero byte in front if the first bit would make it negative.
std::string integer(const Key& key, const char* parameter) {
  BIGNUM* value = nullptr;
  require(EVP_PKEY_get_bn_param(key.get(), parameter, &value) == 1);
  std::string bytes(static_cast<std::size_t>(BN_num_bytes(value)), '\0');
  BN_bn2bin(value, reinterpret_cast<unsigned char*>(bytes.data()));
  BN_clear_free(value);
  if (!bytes.empty() && (bytes.front() & 0x80)) bytes.insert(0, 1, '\0');
  return string(bytes);
}

/// A public or private key that is 32 bytes.
std::string raw(const Key& key, int (*get)(const EVP_PKEY*, unsigned char*, std::size_t*)) {
  std::string bytes(32, '\0');
  std::size_t size = bytes.size();
  require(get(key.get(), reinterpret_cast<unsigned char*>(bytes.data()), &size) == 1 && size == bytes.size());
  return bytes;
}

std::string point(const Key& key) {
  std::string bytes(65, '\0');
  std::size_t size = 0;
  require(EVP_PKEY_get_octet_string_param(key.get(), OSSL_PKEY_PARAM_PUB_KEY,
                                          reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), &size) == 1 &&
          size == bytes.size());
  return bytes;
}

struct Parts {
  std::string type, public_part, private_part;  ///< the parts as they are in the file, after the type
};

Parts ed25519() {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), EVP_PKEY_free);
  require(key != nullptr);
  const std::string shown = raw(key, EVP_PKEY_get_raw_public_key);
  return {"ssh-ed25519", string(shown), string(shown) + string(raw(key, EVP_PKEY_get_raw_private_key) + shown)};
}

Parts ecdsa() {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"), EVP_PKEY_free);
  require(key != nullptr);
  const std::string shown = string("nistp256") + string(point(key));
  return {"ecdsa-sha2-nistp256", shown, shown + integer(key, OSSL_PKEY_PARAM_PRIV_KEY)};
}

Parts rsa() {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", rsa_bits), EVP_PKEY_free);
  require(key != nullptr);
  const std::string n = integer(key, OSSL_PKEY_PARAM_RSA_N), e = integer(key, OSSL_PKEY_PARAM_RSA_E);
  std::string secret = n + e;
  for (const char* part : {OSSL_PKEY_PARAM_RSA_D, OSSL_PKEY_PARAM_RSA_COEFFICIENT1, OSSL_PKEY_PARAM_RSA_FACTOR1,
                           OSSL_PKEY_PARAM_RSA_FACTOR2})
    secret += integer(key, part);
  return {"ssh-rsa", e + n, std::move(secret)};
}

Parts make(std::string_view type) {
  if (type == "ed25519") return ed25519();
  if (type == "ecdsa") return ecdsa();
  if (type == "rsa") return rsa();
  throw std::logic_error("no such type of SSH key: " + std::string(type));
}

std::string in_lines(std::string_view text) {
  constexpr std::size_t width = 70;
  std::string lines;
  for (; !text.empty(); text.remove_prefix(std::min(width, text.size())))
    lines.append(text.substr(0, width)).append("\n");
  return lines;
}

}  // namespace

SshKeyPair make_ssh_key_pair(std::string_view type) {
  const Parts key = make(type);
  const std::string shown = string(key.type) + key.public_part;
  const std::string check_number = random_bytes(4);  // twice, so that a reader sees whether it decrypted the rest
  std::string hidden = check_number + check_number + string(key.type) + key.private_part + string("");
  for (char next = 1; hidden.size() % 8 != 0; ++next) hidden.push_back(next);
  const std::string none = string("none");
  std::string file = std::string("openssh-key-v1") + '\0';
  file += none + none + string("") + number(1) + string(shown) + string(hidden);
  return {"-----BEGIN OPENSSH PRIVATE KEY-----\n" + in_lines(to_base64(file)) + "-----END OPENSSH PRIVATE KEY-----\n",
          key.type + ' ' + to_base64(shown) + '\n'};
}

}  // namespace skiff
