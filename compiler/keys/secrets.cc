#include "keys/secrets.h"

#include <algorithm>

#include "emit/yaml.h"
#include "keys/random.h"
#include "keys/ssh_key_pair.h"

namespace skiff {
namespace {

using plan::NamedSecret;
using plan::SecretUse;

/// A JSON Web Key Set with one key, in the form that auth/slurm reads. The name of the key is random, so that it differs
/// from those of later keys.
std::string key_set() {
  return R"({"keys": [{"alg": "HS256", "kty": "oct", "kid": ")" + to_hex(random_bytes(4)) +
         R"(", "use": "default", "k": ")" + to_base64url(random_bytes(48)) + "\"}]}\n";
}

std::string slurm_key(std::string_view key) {
  if (key == "slurm.jwks") return key_set();
  if (key == "jwt_hs256.key") return random_bytes(32);
  return random_bytes(1024);  // slurm.key and munge.key
}

std::vector<SecretEntry> host_key(const std::string& key) {
  constexpr std::string_view before = "ssh_host_", after = "_key";
  const std::string type = key.substr(before.size(), key.size() - before.size() - after.size());
  SshKeyPair pair = make_ssh_key_pair(type);
  return {{key, std::move(pair.private_file)}, {key + ".pub", std::move(pair.public_line)}};
}

std::vector<SecretEntry> entries(SecretUse use, const std::string& key) {
  if (use == SecretUse::host_keys) return host_key(key);
  // slurmdbd.conf cannot express every character. Hexadecimal digits are safe.
  if (use == SecretUse::database_password) return {{key, to_hex(random_bytes(24))}};
  return {{key, slurm_key(key)}};
}

NewSecret& with_name(std::vector<NewSecret>& secrets, const std::string& name) {
  const auto found = std::ranges::find(secrets, name, &NewSecret::name);
  return found != secrets.end() ? *found : secrets.emplace_back(NewSecret{name, {}});
}

Value text(std::string value) { return Value::string(std::move(value), {}); }

}  // namespace

bool can_make(SecretUse use) {
  return use == SecretUse::slurm_key || use == SecretUse::database_password || use == SecretUse::host_keys;
}

std::vector<NewSecret> make_secrets(const std::vector<NamedSecret>& secrets) {
  std::vector<NewSecret> made;
  for (const NamedSecret& secret : secrets) {
    if (!can_make(secret.use)) continue;
    NewSecret& target = with_name(made, *secret.name);
    for (const std::string& key : secret.keys) {
      // Login sets may share host keys.
      if (std::ranges::find(target.entries, key, &SecretEntry::key) != target.entries.end()) continue;
      for (SecretEntry& entry : entries(secret.use, key)) target.entries.push_back(std::move(entry));
    }
  }
  return made;
}

std::string secret_stream(const std::vector<NewSecret>& secrets, std::string_view ns, bool create_only) {
  OutputFile stream;
  for (const NewSecret& secret : secrets) {
    Value metadata = Value::map().add("name", text(secret.name)).add("namespace", text(std::string(ns)));
    if (create_only) {
      Value uid = text(random_uuid());
      uid.comment = "Ignored when the Secret is created. If it exists, `kubectl apply` fails instead of replacing it.";
      metadata.add("uid", std::move(uid));
    }
    Value data = Value::map();
    for (const SecretEntry& entry : secret.entries) data.add(entry.key, text(to_base64(entry.value)));
    append_document(stream, Value::map()
                                .add("apiVersion", text("v1"))
                                .add("kind", text("Secret"))
                                .add("metadata", std::move(metadata))
                                .add("type", text("Opaque"))
                                .add("data", std::move(data)));
  }
  return std::move(stream.text);
}

}  // namespace skiff
