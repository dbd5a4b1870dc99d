#pragma once

#include <string>
#include <vector>

#include "change/change.h"

namespace skiff::change {

/// The changes, which must be sorted by class, grouped by class. Empty if there are none.
std::string text(const std::vector<Change>& changes, bool color);
/// The same as Markdown, for a comment on a pull request. Says so if there are no changes.
std::string markdown(const std::vector<Change>& changes);
/// The same as a JSON object that programs read: `class`, the worst one, and `changes`.
std::string json(const std::vector<Change>& changes);

/// One line for each class, with the names of its first objects.
std::string short_text(const std::vector<Change>& changes);

/// The same as a SARIF 2.1.0 log for code scanning: one result for each change, at the first field of the spec that
/// decided it. `newer` is the name of the newer version, for changes that no field decided.
std::string sarif(const std::vector<Change>& changes, const std::string& newer);

/// `3 changes: 1 refused by Kubernetes, 2 taken up live`.
std::string summary(const std::vector<Change>& changes);

}  // namespace skiff::change
