#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "verify/object_set.h"

namespace skiff {

/// The keys of a ConfigMap or Secret, if they are known.
struct KeyHolder {
  bool keys_known = false;
  std::vector<std::string_view> keys;
};

/// Checks that the ConfigMaps, Secrets, claims, Services, Roles and ServiceAccounts that an object names exist, and
/// that no two objects have the same name.
class ReferenceCheck {
 public:
  using Holders = std::unordered_map<std::string_view, KeyHolder>;

  ReferenceCheck(const VerifyInput& input, const ObjectSet& set, Diagnostics& out);
  void operator()(const Item& item) const;

 private:
  void check_name(const Item& item) const;
  void check_binding(const Item& item) const;

  std::string_view ns_;
  const ObjectSet& set_;
  Diagnostics& out_;
  Holders config_maps_, secrets_;
  std::unordered_set<std::string_view> claims_, accounts_;

  friend struct PodReferences;
};

}  // namespace skiff
