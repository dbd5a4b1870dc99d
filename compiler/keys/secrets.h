#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/secrets.h"

namespace skiff {

/// The key in a Secret, and its value.
struct SecretEntry {
  std::string key, value;
};

struct NewSecret {
  std::string name;
  std::vector<SecretEntry> entries;
};

/// True if the value of the Secret can be chosen at random. Only the administrator knows the others.
bool can_make(plan::SecretUse use);

/// Makes the values of these Secrets, leaving out those that only the administrator knows. Secrets of one name become
/// one.
std::vector<NewSecret> make_secrets(const std::vector<plan::NamedSecret>& secrets);

/// The Secrets as a stream of YAML documents. With `create_only`, each has a random uid. The API server ignores it when it
/// creates a Secret, and refuses to change another Secret to it.
std::string secret_stream(const std::vector<NewSecret>& secrets, std::string_view ns, bool create_only);

}  // namespace skiff
