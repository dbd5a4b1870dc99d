#pragma once

#include "arguments.h"

namespace skiff::health {

/// One run of the program; returns its exit status.
int run(const Arguments& arguments);

}  // namespace skiff::health
