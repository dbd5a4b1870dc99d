#include "gpu/files.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>

#include "text/failure.h"

namespace jail {
namespace {

constexpr const char* specification = R"(cdiVersion: 0.5.0
kind: nvidia.com/gpu
devices:
  - name: all
    containerEdits:
      mounts:
        - {hostPath: /d/libnvidia-ml.so.550.1, containerPath: /usr/lib64/libnvidia-ml.so.550.1}
containerEdits:
  hooks:
    - hookName: createContainer
      args: [nvidia-cdi-hook, create-symlinks, --link, "libcuda.so.1::/usr/lib64/libcuda.so", --link, "libcuda.so.550.1::/usr/lib64/libcuda.so.1"]
  mounts:
    - {hostPath: /d/libcuda.so.550.1, containerPath: /usr/lib64/libcuda.so.550.1}
    - {hostPath: /d/nvidia-smi, containerPath: /usr/bin/nvidia-smi}
    - {hostPath: /run/nvidia-persistenced/socket, containerPath: /var/run/nvidia-persistenced/socket}
    - {hostPath: /lib/firmware/nvidia/550.1/gsp.bin, containerPath: /lib/firmware/nvidia/550.1/gsp.bin}
    - {hostPath: /d/libcuda.so.550.1, containerPath: /usr/lib64/libcuda.so.550.1}
)";

TEST(Cdi, ReadsFilesAndLinksOfAllDevicesWithoutDuplicates) {
  const GpuFiles found = read_cdi(specification);
  const auto& files = found.files;
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0],
            (GpuFile{GpuFile::Kind::other, "/run/nvidia-persistenced/socket", "/run/nvidia-persistenced/socket", {}}));
  EXPECT_EQ(files[1], (GpuFile{GpuFile::Kind::library, "/d/libcuda.so.550.1", "libcuda.so.550.1", {}}));
  EXPECT_EQ(files[2].name, "libnvidia-ml.so.550.1");
  EXPECT_EQ(files[3], (GpuFile{GpuFile::Kind::program, "/d/nvidia-smi", "nvidia-smi", {}}));
  const std::vector<std::pair<std::string, std::string>> links{{"libcuda.so", "libcuda.so.1"},
                                                               {"libcuda.so.1", "libcuda.so.550.1"}};
  EXPECT_EQ(found.links, links);
}

TEST(Cdi, ReadsJson) {
  const auto files =
      read_cdi(
          R"({"cdiVersion": "0.8.0", "containerEdits": {"mounts": [{"hostPath": "/a/libcuda.so.1", "containerPath": "/l/libcuda.so.1"}]}})")
          .files;
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].source, "/a/libcuda.so.1");
}

TEST(Cdi, IgnoresALinkWithAnInvalidFileName) {
  EXPECT_TRUE(read_cdi(R"({"cdiVersion": "0.8.0", "containerEdits": {"hooks": [{"args":
      ["x", "create-symlinks", "--link", "libcuda.so.1::/l/libcu\u0007a.so"]}]}})")
                  .links.empty());
}

TEST(Cdi, RejectsAnInvalidSpecification) {
  EXPECT_THROW(read_cdi("{broken"), Failure);
  EXPECT_THROW(read_cdi(""), Failure);
  EXPECT_THROW(read_cdi("[1, 2]"), Failure);
  EXPECT_THROW(read_cdi("cdiVersion: 1\ncontainerEdits: {mounts: [{hostPath: ../x, containerPath: /l/libcuda.so.1}]}"),
               Failure);
  EXPECT_THROW(
      read_cdi(
          "cdiVersion: 1\ncontainerEdits: {mounts: [{hostPath: /x/libcuda.so.1, containerPath: /l/../libcuda.so.1}]}"),
      Failure);
}

std::string bytes_of(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// The cache of this machine is a real one. It may have no driver libraries.
TEST(LoaderCache, ReadsTheCacheOfThisMachine) {
  const std::string bytes = bytes_of("/etc/ld.so.cache");
  if (bytes.empty()) GTEST_SKIP() << "no /etc/ld.so.cache here";
  for (const CacheEntry& entry : read_loader_cache(bytes)) EXPECT_TRUE(driver_library(entry.soname)) << entry.soname;
}

void append(std::string& bytes, const void* value, std::size_t size) {
  bytes.append(static_cast<const char*>(value), size);
}

// A cache with one library, in glibc's format 1.1.
std::string cache_of(const std::string& soname, const std::string& path) {
#if defined(__x86_64__)
  const std::int32_t flags = 0x0303;
#elif defined(__aarch64__)
  const std::int32_t flags = 0x0a03;
#else
  const std::int32_t flags = 3;
#endif
  std::string bytes = "glibc-ld.so.cache1.1";
  const std::uint32_t head[] = {1, static_cast<std::uint32_t>(soname.size() + path.size() + 2), 2, 0, 0, 0, 0};
  append(bytes, head, sizeof head);
  const std::uint32_t key = 72, value = 72 + static_cast<std::uint32_t>(soname.size()) + 1, os = 0;
  const std::uint64_t hwcap = 0;
  append(bytes, &flags, 4), append(bytes, &key, 4), append(bytes, &value, 4), append(bytes, &os, 4),
      append(bytes, &hwcap, 8);
  append(bytes, soname.c_str(), soname.size() + 1), append(bytes, path.c_str(), path.size() + 1);
  return bytes;
}

TEST(LoaderCache, FindsOnlyDriverLibrariesWithValidNames) {
  EXPECT_EQ(read_loader_cache(cache_of("libcuda.so.1", "/l/libcuda.so.1")),
            (std::vector<CacheEntry>{{"libcuda.so.1", "/l/libcuda.so.1"}}));
  EXPECT_TRUE(read_loader_cache(cache_of("libc.so.6", "/l/libc.so.6")).empty());
  EXPECT_TRUE(read_loader_cache(cache_of("libcuda.so/../../x", "/l/libcuda.so.1")).empty());
}

TEST(LoaderCache, RejectsATruncatedCache) {
  const std::string whole = cache_of("libcuda.so.1", "/l/libcuda.so.1");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(read_loader_cache(std::string_view(whole).substr(0, size)), Failure) << size;
  }
}

TEST(LoaderCache, DistinguishesDriverLibrariesFromOthers) {
  for (const char* driver :
       {"libcuda.so.1", "libnvidia-ml.so.1", "libnvidia-ptxjitcompiler.so.1", "libEGL_nvidia.so.0"}) {
    EXPECT_TRUE(driver_library(driver)) << driver;
  }
  for (const char* other :
       {"libcudart.so.12", "libcublas.so.12", "libnvidia-container.so.1", "libEGL.so.1", "libnccl.so.2"}) {
    EXPECT_FALSE(driver_library(other)) << other;
  }
}

TEST(Soname, ReadsTheSonameOfLibc) {
  std::string path;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("/libc.so.6") != std::string::npos) path = line.substr(line.find('/'));
  }
  if (path.empty()) GTEST_SKIP() << "libc is linked statically";
  EXPECT_EQ(soname_of(bytes_of(path)), "libc.so.6");
}

TEST(Soname, IsEmptyForFilesThatAreNotLibraries) {
  EXPECT_EQ(soname_of(""), "");
  EXPECT_EQ(soname_of("#!/bin/sh"), "");
  std::string elf = bytes_of("/proc/self/exe");
  EXPECT_EQ(soname_of(elf), "");
  for (const std::size_t size : {4u, 63u, 64u, 100u, 500u})
    EXPECT_EQ(soname_of(std::string_view(elf).substr(0, size)), "");
}

}  // namespace
}  // namespace jail
