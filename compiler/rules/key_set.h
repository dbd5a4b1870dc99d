#pragma once

#include <string>
#include <string_view>

#include "plan/version.h"

namespace skiff {

/// Why slurmctld of this release does not start with this JSON Web Key Set, or can verify no token with it; "" if it can.
/// The facts are those of Slurm's auth_jwt.c (_build_jwks_keys, _verify_rs256_jwt). No text of a key is in the message.
std::string bad_key_set(std::string_view text, const Version& slurm);

}  // namespace skiff
