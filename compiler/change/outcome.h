#pragma once

#include <string>
#include <vector>

#include "change/change.h"

namespace skiff::change {

/// What a difference does. Differences of one object with the same outcome are one `Change`.
struct Outcome {
  Class value = Class::unknown;
  std::string consequence;
  std::vector<std::string> steps = {};
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace skiff::change
