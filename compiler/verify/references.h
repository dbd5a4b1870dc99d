#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "verify/object_set.h"

namespace skiff {

/// A ConfigMap or Secret, with its keys as far as they are known.
struct KeyHolder {
  bool keys_known = false;
  std::vector<std::string_view> keys;
};

/// ConfigMaps, Secrets, claims, Services, Roles and ServiceAccounts that an object names, and objects of one name.
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
