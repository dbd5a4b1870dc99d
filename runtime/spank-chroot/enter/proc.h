#pragma once

#include <string>

#include "enter/root.h"

namespace jail {

/// Mounts a fresh /proc whose settings of the kernel are read-only and whose memory images are covered: the paths that the
/// OCI runtimes protect (opencontainers/runtime-tools, defaultReadonlyPaths and defaultMaskedPaths). Root could else change the
/// node through it without any capability.
void mount_proc(Root& root, const std::string& target, bool hide_processes, const std::string& what);

}  // namespace jail
