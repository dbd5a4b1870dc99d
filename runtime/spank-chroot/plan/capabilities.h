#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jail {

/// What containers give root (Docker's and containerd's default set) but for mknod(2) and raw sockets: enough for apt, sudo
/// and su, too little to mount, to trace slurmstepd or to open files by handle.
std::uint64_t default_capabilities();

/// Reads `all`, `none`, or names of capabilities(7) without CAP_, in lower case, by commas. Returns what is wrong, or nothing.
std::string parse_capabilities(std::string_view value, std::uint64_t& capabilities);

}  // namespace jail
