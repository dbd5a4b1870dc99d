#pragma once

#include <optional>

#include "tree/value.h"

namespace skiff::change {

// An object in the cluster also has what the API server and controllers have added: defaults, the status, addresses. These
// functions return the part of it that was applied. The values are those of the cluster.

/// By the record that `kubectl apply` or a server-side apply left in the object. The record of server-side applies is in
/// metadata.managedFields, and counts if it has skiff's labels. It does not list the fields of a value that is applied as a
/// whole; of these, the fields that `like` has count. `like` is the newer object, or nullptr. std::nullopt if there is no
/// record.
std::optional<Value> applied_part(const Value& live, const Value* like);

/// The fields that `like` has, too.
Value part_like(const Value& live, const Value& like);

/// The same value, in which a quantity is written as in `like` if it means the same. The API server writes 1024Gi as 1Ti.
Value with_quantities_of(const Value& value, const Value& like);

}  // namespace skiff::change
