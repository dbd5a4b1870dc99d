#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jail {

/// A file of the node's GPU driver, and its place in the jail.
struct GpuFile {
  enum class Kind { library, program, other };
  Kind kind = Kind::library;
  std::string source;              ///< on the node
  std::string name;                ///< its file name in the jail; for `other`, its path there
  std::vector<std::string> links;  ///< other names of a library, which the loader looks for

  bool operator==(const GpuFile&) const = default;
};

struct GpuFiles {
  std::vector<GpuFile> files;
  std::vector<std::pair<std::string, std::string>> links;  ///< more links between libraries: name and target
};

/// Reads a CDI specification (container-device-interface.io, version 0.3 to 1.0; JSON or YAML). Returns the mounts of
/// all its devices that are libraries, programs, or files in /run and /var/run, each once, and the links to libraries
/// that its `create-symlinks` hooks make. Throws Failure if the text is not a CDI specification.
GpuFiles read_cdi(std::string_view text);

/// The entries of a loader cache (ldconfig(8), format 1.1) that are NVIDIA driver libraries of this architecture:
/// soname and path. read_loader_cache throws Failure if the bytes are not a cache.
struct CacheEntry {
  std::string soname;
  std::string path;

  bool operator==(const CacheEntry&) const = default;
};
std::vector<CacheEntry> read_loader_cache(std::string_view bytes);

/// True for the soname of a library that belongs to the driver's kernel module and not to a program. NVIDIA's container
/// toolkit adds the same libraries to containers.
bool driver_library(std::string_view soname);

/// The DT_SONAME of a 64-bit library; empty if the bytes have none.
std::string soname_of(std::string_view bytes);

}  // namespace jail
