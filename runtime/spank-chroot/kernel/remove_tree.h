#pragma once

#include <string>

namespace jail {

/// Removes a name in an open directory and everything below it. Follows no link and enters no other mount. Continues
/// after an error, and returns the first errno; 0 also if the name does not exist.
int remove_tree(int parent, const std::string& name);

}  // namespace jail
