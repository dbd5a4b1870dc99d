#pragma once

#include <vector>

#include "check/schema.h"
#include "json.h"

namespace skiff::mutants {

/// A field of the spec that is a scalar, and the schemas that may apply to it.
struct Field {
  Json::json_pointer at;
  std::vector<const Schema*> schemas;
};

/// The scalar fields that a spec has, and those that it leaves out and the schema gives examples for. Not the maps whose
/// entries are Slurm's own parameters.
std::vector<Field> fields_of(const Json& spec);

/// Values to give the field: the words of its enum, the ends of its range and those beside them, its examples and texts
/// like the present one.
std::vector<Json> values_of(const Json& spec, const Field& field);

}  // namespace skiff::mutants
