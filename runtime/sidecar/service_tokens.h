#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sidecar/settings.h"

namespace skiff::sidecar {

/// The key of a Secret that holds the token. Slurm's commands read the variable of this name.
inline constexpr const char* token_key = "SLURM_JWT";

/// What a token says about itself. Times are in seconds since 1970.
struct TokenClaims {
  std::string user;
  std::int64_t expires = 0;
};

/// Until when the token in a Secret is valid, and for how long a new one would be.
struct TokenTimes {
  std::int64_t expires = 0;   ///< in seconds since 1970; 0: there is no valid token
  std::int64_t lifetime = 0;  ///< in seconds
};

/// Reads the claims of a JSON Web Token without checking its signature; nullopt if it has no user or expiry.
std::optional<TokenClaims> read_claims(std::string_view token);
/// The token in a Secret, as the API server prints the object; nullopt if there is none.
std::optional<std::string> token_in_secret(std::string_view text);
/// The token that `scontrol token` printed; nullopt if it printed something else.
std::optional<std::string> token_in_output(std::string_view text);

/// Whether a token must be renewed because of what it says: it names another user, more than half of its time has
/// passed, or it is valid for longer than the spec allows.
bool is_due(const std::optional<TokenClaims>& claims, const ServiceToken& wanted, std::int64_t now);

/// A merge patch that stores the token in a Secret.
std::string token_patch(std::string_view token);

}  // namespace skiff::sidecar
