#pragma once

namespace skiff::sidecar {

/// Gives back what work took, as most of the time nothing happens: freed memory, and the pages of the program's own code and constants,
/// most of which are OpenSSL's. The kernel has them still, and maps those again that are needed.
void give_memory_back();

}  // namespace skiff::sidecar
