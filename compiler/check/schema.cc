#include "check/schema.h"

namespace skiff {

const SchemaProperty* Schema::property(std::string_view name) const {
  for (const SchemaProperty& candidate : properties) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

}  // namespace skiff
