#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "level.h"

namespace skiff::health {

using Thresholds = std::map<std::string, std::int64_t, std::less<>>;
using Xids = std::map<int, Level>;

/// The values that differ for one GPU model. Models have the names that NVML gives them.
struct Model {
  Thresholds thresholds;
  Xids xids;
};

/// The content of schema/catalogue/health.yaml, possibly changed by the settings.
struct Catalogue {
  std::set<std::string, std::less<>> checks;  ///< ids that settings may name
  Thresholds thresholds;
  Xids xids;
  std::map<std::string, Model, std::less<>> models;
};

/// The catalogue that is embedded in the program.
Catalogue built_in_catalogue();

/// Changes `into`, key by key, to the values of `over`.
void merge(Catalogue& into, const Catalogue& over);

/// The threshold of `model`, or the general one if the model has none. Throws std::logic_error for an unknown key.
std::int64_t threshold(const Catalogue& catalogue, std::string_view key, std::string_view model = {});

/// The level of an XID; critical if the catalogue does not have it.
Level xid_level(const Catalogue& catalogue, int code, std::string_view model = {});

}  // namespace skiff::health
