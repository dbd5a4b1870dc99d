#pragma once

#include <vector>

#include "check/schema.h"

namespace skiff::testing {

/// The schemas with all branches of their `oneOf`. Which branch applies does not matter to a test that changes values.
inline std::vector<const Schema*> with_branches(std::vector<const Schema*> schemas) {
  for (std::size_t i = 0; i < schemas.size(); ++i) {
    const auto more = schemas[i]->one_of;
    schemas.insert(schemas.end(), more.begin(), more.end());
  }
  return schemas;
}

}  // namespace skiff::testing
