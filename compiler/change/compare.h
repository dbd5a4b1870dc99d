#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tree/value.h"

namespace skiff::change {

enum class How { added, removed, changed };

/// A field whose value differs between two versions of an object.
struct Difference {
  std::string path;  ///< spec.template.spec.containers[slurmctld].image
  How how = How::changed;
  const Value* before = nullptr;  ///< nullptr if added
  const Value* after = nullptr;   ///< nullptr if removed
};

/// The names of the items of two lists, by which the items are paired: their names, those of their metadata, or their
/// mount paths. std::nullopt if the items of one list do not each have one of its own.
using ItemNames = std::vector<std::string_view>;
std::optional<std::pair<ItemNames, ItemNames>> item_names(const Value& before, const Value& after);

/// The fields that differ, in the order of `after`. The order of a map's fields does not matter. The items of a list are
/// paired by their names or mount paths if each has one of its own, and otherwise by their positions.
std::vector<Difference> differences(const Value& before, const Value& after);

/// A value on one line, in YAML's flow style. Long values are cut.
std::string shown(const Value& value);

}  // namespace skiff::change
