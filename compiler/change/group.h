#pragma once

#include <string>
#include <utility>
#include <vector>

#include "change/change.h"
#include "change/outcome.h"

namespace skiff::change {

/// Collects the differences of one object. Those with the same outcome become one change.
class Grouped {
 public:
  explicit Grouped(std::string object) : object_(std::move(object)) {}

  void add(Outcome outcome, FieldChange field) {
    for (Change& change : changes_) {
      if (Outcome{change.value, change.consequence, change.steps} != outcome) continue;
      change.fields.push_back(std::move(field));
      return;
    }
    changes_.push_back({outcome.value,
                        object_,
                        How::changed,
                        {std::move(field)},
                        std::move(outcome.consequence),
                        std::move(outcome.steps)});
  }
  std::vector<Change> take() && { return std::move(changes_); }

 private:
  std::string object_;
  std::vector<Change> changes_;
};

}  // namespace skiff::change
