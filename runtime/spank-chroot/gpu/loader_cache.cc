#include <cstdint>
#include <cstring>

#include "gpu/files.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {
namespace {

// sysdeps/generic/dl-cache.h of glibc: the format that ldconfig writes since 2.32, and the second part of older files.
constexpr std::string_view magic = "glibc-ld.so.cache1.1";
constexpr std::string_view old_magic = "ld.so-1.7.0";

struct Header {
  char magic[20];
  std::uint32_t libraries;
  std::uint32_t strings;
  std::uint8_t flags;
  std::uint8_t padding[3];
  std::uint32_t extension;
  std::uint32_t unused[3];
};

struct Entry {
  std::int32_t flags;
  std::uint32_t key;
  std::uint32_t value;
  std::uint32_t os_version;
  std::uint64_t hwcap;
};

// _DL_CACHE_DEFAULT_ID of this architecture: FLAG_ELF_LIBC6 and the word size.
#if defined(__x86_64__)
constexpr std::int32_t this_machine = 0x0303;
#elif defined(__aarch64__)
constexpr std::int32_t this_machine = 0x0a03;
#else
constexpr std::int32_t this_machine = 0x0003;
#endif

template <typename Type>
Type read(std::string_view bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(Type)) throw Failure("ld.so.cache: truncated");
  Type value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string text(std::string_view bytes, std::size_t at) {
  const std::size_t end = at < bytes.size() ? bytes.find('\0', at) : std::string_view::npos;
  if (end == std::string_view::npos) throw Failure("ld.so.cache: a string is outside the file");
  return std::string(bytes.substr(at, end - at));
}

}  // namespace

std::vector<CacheEntry> read_loader_cache(std::string_view bytes) {
  if (bytes.starts_with(old_magic)) {
    // The old format: the magic padded to 12 bytes, a count, entries of 12 bytes. The new format follows, aligned to 8.
    const auto count = read<std::uint32_t>(bytes, 12);
    const std::size_t end = (16 + std::size_t{count} * 12 + 7) / 8 * 8;
    if (end > bytes.size()) throw Failure("ld.so.cache: truncated");
    bytes.remove_prefix(end);
  }
  if (!bytes.starts_with(magic)) throw Failure("ld.so.cache: not in the format of glibc 2.2 and later");
  const auto header = read<Header>(bytes, 0);
  std::vector<CacheEntry> found;
  for (std::uint32_t index = 0; index < header.libraries; ++index) {
    const auto entry = read<Entry>(bytes, sizeof(Header) + std::size_t{index} * sizeof(Entry));
    if (entry.flags != this_machine) continue;
    CacheEntry library{text(bytes, entry.key), text(bytes, entry.value)};
    // The soname becomes a file name.
    if (driver_library(library.soname) && is_file_name(library.soname)) found.push_back(std::move(library));
  }
  return found;
}

bool driver_library(std::string_view soname) {
  // Libraries of the driver, not of the CUDA toolkit: nvidia-container-toolkit, internal/discover and pkg/nvcdi.
  constexpr std::string_view prefixes[] = {
      "libcuda.so",          "libcudadebugger.so", "libnvidia-",           "libnvcuvid.so",
      "libnvoptix.so",       "libGLX_nvidia.so",   "libEGL_nvidia.so",     "libGLESv1_CM_nvidia.so",
      "libGLESv2_nvidia.so", "libvdpau_nvidia.so", "libnvsandboxutils.so",
  };
  // These belong to the container toolkit itself.
  if (soname.starts_with("libnvidia-container")) return false;
  for (const std::string_view prefix : prefixes) {
    if (soname.starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace jail
