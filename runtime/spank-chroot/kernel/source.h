#pragma once

#include <string>

#include "kernel/fd.h"

namespace jail {

/// Opens a path of the node for mounting. Follows only links that nobody but root can have created, and none of
/// /proc's magic links. Throws Failure with `what`: ELOOP for a link of another user, or in a directory that others
/// may write and that is not sticky.
Fd open_source(const std::string& path, const std::string& what);

/// The same, but without an exception: returns no descriptor and sets errno.
Fd try_open_source(const std::string& path);

}  // namespace jail
