#pragma once

#include "check/schema.h"
#include "read/node.h"
#include "spec/spec.h"

namespace skiff {

/// The checked tree as typed values. Absent scalars get the schema's default, traced to the schema's line. The tree must have
/// passed `check` against the same schema; a tree that has not is a defect and throws std::logic_error.
spec::Cluster bind(const Node& root, const Schema& schema);

}  // namespace skiff
