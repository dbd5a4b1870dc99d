#pragma once

#include <string>

namespace jail {

/// Reads a file of the node that decides what root does. Throws Failure unless it is a regular file of root's (or of this
/// process's own user) that no other may write, of at most `limit` bytes.
std::string read_trusted(const std::string& path, std::size_t limit);

/// The same for an absolute path as seen from an open folder, without following links.
std::string read_trusted_below(int folder, const std::string& path, std::size_t limit);

/// Reads a file of /proc, whose size shows only as it is read.
std::string read_kernel(const std::string& path);

}  // namespace jail
