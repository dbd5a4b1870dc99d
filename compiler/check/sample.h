#pragma once

#include <string>
#include <string_view>

#include "check/schema.h"
#include "read/node.h"

// Examples for messages, as they are written in a spec.

namespace skiff {

/// A minimal value that the schema allows. Empty if the schema has no example, or only a long one, which would not help.
std::string sample(const Schema& schema);

/// `NAME: VALUE` with a sample, or empty.
std::string sample_field(std::string_view name, const Schema& schema);

/// What to write instead of the scalar `node` where the schema wants a map, such as `write {type: LoadBalancer}` or
/// `known fields: cpu, memory`. May be empty.
std::string map_for_scalar(const Node& node, const Schema& schema);

/// `known fields: a, b`. Empty if there are none, or too many for a message.
std::string known_fields(const Schema& schema);

}  // namespace skiff
