#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jail {

/// The capabilities of root in containers (Docker's and containerd's default set) without those for mknod(2) and raw
/// sockets. They are enough for apt, sudo and su, but not to mount, to trace slurmstepd or to open files by handle.
std::uint64_t default_capabilities();

/// Reads `all`, `none`, or names of capabilities(7) without CAP_, in lower case, separated by commas. Returns what is
/// wrong, or an empty text.
std::string parse_capabilities(std::string_view value, std::uint64_t& capabilities);

}  // namespace jail
