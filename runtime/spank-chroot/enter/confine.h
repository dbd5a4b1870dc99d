#pragma once

#include <cstdint>

#include "enter/mounts.h"

namespace jail {

/// From the bounding set, which no exec can pass: also not one of a setuid program; and from what the calling process has itself, but for what it
/// needs to become another user. One bit a capability that stays.
void drop_capabilities(std::uint64_t keep);

/// Narrows what the calling process, in the jail and in a mount namespace of its own, and all that it starts will have: SlurmdSpoolDir with this
/// job's entries alone, control groups to read, and no capability beyond the settings'.
void confine(const Plan& plan);

}  // namespace jail
