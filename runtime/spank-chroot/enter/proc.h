#pragma once

#include <string>

#include "enter/root.h"

namespace jail {

/// Mounts a fresh /proc with read-only kernel settings and covered memory images: the paths that OCI runtimes protect
/// (opencontainers/runtime-tools, defaultReadonlyPaths and defaultMaskedPaths). Otherwise root could change the node
/// through /proc without any capability. Throws Failure.
void mount_proc(Root& root, const std::string& target, bool hide_processes, const std::string& what);

}  // namespace jail
