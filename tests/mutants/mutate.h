#pragma once

#include <string>
#include <vector>

#include "json.h"
#include "random.h"
#include "verify/tables.h"

namespace skiff::mutants {

/// A valid spec.
struct Base {
  std::string name;
  std::string path;
  Json spec;
  std::string warned = {};  ///< the warnings about it
};

enum class Change { parameter, field, pair };

struct Mutant {
  const Base* base;
  Json spec;
  std::string what;  ///< quickstart: slurm.config.TCPTimeout = 0
};

/// A base with one or two changes. `release` is 241199 for the last 24.11. The base may have no place for the change;
/// then `base` is nullptr.
Mutant mutate(const std::vector<Base>& bases, std::uint32_t release, Change change, Random& random);

}  // namespace skiff::mutants
