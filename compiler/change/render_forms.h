#pragma once

#include <string>

#include "change/change.h"

// Parts that several forms of output share.

namespace skiff::change {

/// `spec.replicas: 2 -> 3`. Empty for a field change that is about the whole object.
std::string field_line(const FieldChange& field);

/// `by spec.nodeSets[0].replicas (cluster.yaml:8:29)`. Empty if nothing is known. Of many fields, the first are named.
std::string decided_line(const FieldChange& field);

}  // namespace skiff::change
