#pragma once

#include <functional>

namespace jail {

/// For a process that slurmstepd has just forked, which may have the user's effective numbers: does the work as root and gives the numbers back.
/// Raw system calls: the C library's would look for other threads.
void as_root(const std::function<void()>& work);

/// Leaves the calling process where no path leads anywhere and nothing can be run; ends it where that does not succeed.
void strand() noexcept;

}  // namespace jail
