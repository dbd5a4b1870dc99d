#pragma once

#include <string>

namespace jail {

/// Reads a file of the node that determines what root does. Throws Failure unless it is a regular file of at most
/// `limit` bytes that belongs to root (or to this process's user) and that no other user can write.
std::string read_trusted(const std::string& path, std::size_t limit);

/// The same for a path below an open directory, without following links. The path begins with a slash. Messages
/// call the file `name`.
std::string read_trusted_below(int folder, const std::string& path, std::size_t limit, const std::string& name);

/// Reads a file of /proc, whose size is not known before it is read. Throws Failure.
std::string read_kernel(const std::string& path);

}  // namespace jail
