#pragma once

#include <string_view>

// The notations of LDAP that a spec uses.

namespace skiff {

/// True for a name as in RFC 4514: parts such as dc=example, separated by commas. It does not know which attributes
/// exist.
bool is_distinguished_name(std::string_view text);

/// True for a search filter as in RFC 4515. It does not know which attributes exist.
bool is_ldap_filter(std::string_view text);

}  // namespace skiff
