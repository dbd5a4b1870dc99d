#pragma once

#include <nlohmann/json.hpp>

namespace skiff::mutants {

/// A spec keeps the order of its keys.
using Json = nlohmann::ordered_json;

}  // namespace skiff::mutants
