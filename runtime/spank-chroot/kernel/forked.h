#pragma once

#include <functional>

namespace jail {

/// For a process that slurmstepd has just forked and that may have the user's effective ids: does the work as root,
/// and then restores the ids. It uses raw system calls, because the C library's functions would look for other
/// threads. Throws Failure.
void as_root(const std::function<void()>& work);

/// Moves the calling process to a root in which no path leads anywhere and nothing can be run. If that fails, ends the
/// process.
void enter_empty_root_or_exit() noexcept;

}  // namespace jail
