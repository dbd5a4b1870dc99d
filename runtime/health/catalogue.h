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

/// What differs for one model of GPU, by the name that NVML gives.
struct Model {
  Thresholds thresholds;
  Xids xids;
};

/// schema/catalogue/health.yaml, or the same as the settings change it.
struct Catalogue {
  std::set<std::string, std::less<>> checks;  ///< ids, for those who write settings
  Thresholds thresholds;
  Xids xids;
  std::map<std::string, Model, std::less<>> models;
};

/// What is embedded in the program.
Catalogue built_in_catalogue();

/// `over` wins, key by key.
void merge(Catalogue& into, const Catalogue& over);

/// A threshold as it is for `model`, which may be empty. Throws std::logic_error for a key that no catalogue has.
std::int64_t threshold(const Catalogue& catalogue, std::string_view key, std::string_view model = {});

/// What an XID means; critical where nothing is said of it.
Level xid_level(const Catalogue& catalogue, int code, std::string_view model = {});

}  // namespace skiff::health
