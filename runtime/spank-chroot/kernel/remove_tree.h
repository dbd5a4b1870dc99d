#pragma once

#include <string>

namespace jail {

/// Removes a name in an open folder with all below it. Follows no link, enters no other mount. Goes on past what can't be
/// removed, and returns the first errno; 0 also where the name does not exist.
int remove_tree(int parent, const std::string& name);

}  // namespace jail
