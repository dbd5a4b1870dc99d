#pragma once

#include <string>

#include "kernel/fd.h"

namespace jail {

/// Opens a path of the node for mounting. Follows links that only root can have made, none of /proc's. Throws Failure with `what`; ELOOP for a link of
/// somebody else, or one in a folder where others may write.
Fd open_source(const std::string& path, const std::string& what);

/// The same, but -1 with errno.
Fd try_open_source(const std::string& path);

}  // namespace jail
