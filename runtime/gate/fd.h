#pragma once

#include "spank-chroot/kernel/fd.h"

namespace skiff::gate {

using jail::Fd;

}  // namespace skiff::gate
