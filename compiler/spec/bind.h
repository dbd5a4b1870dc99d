#pragma once

#include "check/schema.h"
#include "read/node.h"
#include "spec/spec.h"

namespace skiff {

/// Converts the checked tree into typed values. Absent scalars get the schema's default, whose origin is its line in
/// the schema. The tree must have passed `check` against the same schema. Otherwise there is a bug in the caller, and
/// `bind` throws std::logic_error.
spec::Cluster bind(const Node& root, const Schema& schema);

}  // namespace skiff
