#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jail {

/// A file of the node's GPU driver, and where it goes.
struct GpuFile {
  enum class Kind { library, program, other };
  Kind kind = Kind::library;
  std::string source;              ///< on the node
  std::string name;                ///< its file name inside; `other`: its path inside
  std::vector<std::string> links;  ///< further names of a library, as the loader looks for them

  bool operator==(const GpuFile&) const = default;
};

struct GpuFiles {
  std::vector<GpuFile> files;
  std::vector<std::pair<std::string, std::string>>
      links;  ///< further links between names of libraries: name and target
};

/// What stands in a CDI specification (container-device-interface.io, version 0.3 to 1.0; JSON or YAML): the mounts that are
/// libraries, programs, or files in /run and /var/run, of all its devices, once each, and the links to libraries that its
/// `create-symlinks` hooks make. Throws Failure where the text is none.
GpuFiles read_cdi(std::string_view text);

/// The entries of a loader's cache (ldconfig(8), format 1.1) that are NVIDIA's driver libraries for this machine: soname and
/// path. Throws Failure where the bytes are no cache.
struct CacheEntry {
  std::string soname;
  std::string path;

  bool operator==(const CacheEntry&) const = default;
};
std::vector<CacheEntry> read_loader_cache(std::string_view bytes);

/// True for the soname of a library that belongs to the driver's kernel module and not to a program: those that NVIDIA's
/// container toolkit brings into containers.
bool driver_library(std::string_view soname);

/// The DT_SONAME of a 64-bit library; empty where the bytes have none.
std::string soname_of(std::string_view bytes);

}  // namespace jail
