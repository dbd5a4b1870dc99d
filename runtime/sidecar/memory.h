#pragma once

namespace skiff::sidecar {

/// Returns memory to the kernel, because the program is idle most of the time: freed memory, and the pages of the
/// program's own code and constants, most of which belong to OpenSSL. The kernel still has these pages, and maps them
/// again when they are needed.
void give_memory_back();

}  // namespace skiff::sidecar
