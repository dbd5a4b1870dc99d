#include "gpu/found.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdlib>
#include <map>

#include "kernel/fd.h"
#include "kernel/files.h"
#include "text/failure.h"

namespace jail {
namespace {

// Where `nvidia-ctk cdi generate` and its service write their files, and where the loader's cache is.
constexpr const char* cdi_patterns[] = {
    "/var/run/cdi/*nvidia*.yaml",
    "/var/run/cdi/*nvidia*.json",
    "/etc/cdi/*nvidia*.yaml",
    "/etc/cdi/*nvidia*.json",
};
constexpr const char* cache_path = "/etc/ld.so.cache";
constexpr std::size_t largest = 16u << 20;

std::string soname_of_file(const std::string& path) {
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return "";
  // Map the file: driver libraries are large, and only the first pages and the dynamic section are read.
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (bytes == MAP_FAILED) return "";
  std::string soname = soname_of({static_cast<const char*>(bytes), size});
  munmap(bytes, size);
  return soname;
}

void add_link(GpuFile& file, const std::string& name) {
  for (const std::string& link : file.links) {
    if (link == name) return;
  }
  if (!name.empty() && name != file.name) file.links.push_back(name);
}

GpuFiles from_cdi(const std::string& path) {
  GpuFiles found = read_cdi(read_trusted(path, largest));
  // The specification leaves these links to ldconfig in the container.
  for (GpuFile& file : found.files) {
    if (file.kind == GpuFile::Kind::library) add_link(file, soname_of_file(file.source));
  }
  return found;
}

// The paths in a cache are relative to the root filesystem that the cache is in: for /run/nvidia/driver/etc/ld.so.cache
// that is /run/nvidia/driver.
GpuFiles from_cache(const std::string& path) {
  const std::string root = path.substr(0, path.rfind(cache_path));
  std::map<std::string, GpuFile> files;
  for (const CacheEntry& entry : read_loader_cache(read_trusted(path, largest))) {
    char* const real = realpath((root + entry.path).c_str(), nullptr);
    // A cache may name files that no longer exist.
    if (!real) continue;
    const std::string source = real;
    std::free(real);
    const std::string name = source.substr(source.rfind('/') + 1);
    GpuFile& file = files.try_emplace(name, GpuFile{GpuFile::Kind::library, source, name, {}}).first->second;
    add_link(file, entry.soname);
  }
  GpuFiles found;
  for (auto& [name, file] : files) found.files.push_back(std::move(file));
  if (found.files.empty()) return found;
  for (const char* program :
       {"nvidia-smi", "nvidia-debugdump", "nvidia-persistenced", "nvidia-cuda-mps-control", "nvidia-cuda-mps-server"}) {
    // GKE's device plugin mounts the driver at /usr/local/nvidia.
    for (const char* folder : {"/usr/bin/", "/usr/local/nvidia/bin/"}) {
      const std::string source = root + folder + program;
      if (access(source.c_str(), X_OK) != 0) continue;
      found.files.push_back({GpuFile::Kind::program, source, program, {}});
      break;
    }
  }
  return found;
}

std::string first_cdi() {
  for (const char* pattern : cdi_patterns) {
    glob_t matches{};
    const bool some = glob(pattern, 0, nullptr, &matches) == 0;
    const std::string path = some ? matches.gl_pathv[0] : "";
    globfree(&matches);
    if (some) return path;
  }
  return "";
}

}  // namespace

GpuFiles find_gpu_files(const Mount& mount) {
  std::string path = mount.source;
  if (path == "auto") {
    path = first_cdi();
    if (path.empty()) path = cache_path;
  }
  GpuFiles found;
  if (access(path.c_str(), F_OK) == 0) {
    found = path.ends_with(cache_path) ? from_cache(path) : from_cdi(path);
  } else if (!mount.optional) {
    fail_errno("GPU driver files of " + path);
  }
  if (found.files.empty() && !mount.optional) throw Failure("GPU driver files: " + path + " lists none");
  return found;
}

}  // namespace jail
