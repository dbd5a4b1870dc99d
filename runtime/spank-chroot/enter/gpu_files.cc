#include "enter/gpu_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "kernel/source.h"
#include "text/failure.h"

namespace jail {
namespace {

Fd bind_file(const std::string& source, const std::string& what) {
  Fd mount = clone_mount(open_source(source, what).get(), false, what);
  set_flags(mount.get(), {.read_only = true, .no_suid = true, .no_dev = true}, false, what);
  return mount;
}

// Makes a link. If two libraries claim the same name, the first one gets it.
void link(int folder, const std::string& name, const std::string& target, const std::string& what) {
  if (symlinkat(target.c_str(), folder, name.c_str()) != 0 && errno != EEXIST) fail_errno(what + ": link " + name);
}

}  // namespace

void mount_gpu(Root& root, const Mount& mount, const GpuFiles& gpu, const std::string& what) {
  const Fd memory = new_filesystem("tmpfs", {"mode=0755", "size=1M"}, {.no_suid = true, .no_dev = true}, what);
  root.attach_at(memory, mount.target, true, what);
  const Fd top = open_below(root.get(), "." + mount.target, O_RDONLY | O_DIRECTORY, what);
  for (const char* folder : {"lib64", "bin"}) {
    if (mkdirat(top.get(), folder, 0755) != 0) fail_errno(what + ": make " + folder);
  }
  const Fd libraries = open_below(top.get(), "lib64", O_RDONLY | O_DIRECTORY, what);
  for (const GpuFile& file : gpu.files) {
    const std::string at = what + ": " + file.source;
    const Fd bound = bind_file(file.source, at);
    switch (file.kind) {
      case GpuFile::Kind::library:
        root.attach_at(bound, mount.target + "/lib64/" + file.name, false, at);
        break;
      case GpuFile::Kind::program:
        root.attach_at(bound, mount.target + "/bin/" + file.name, false, at);
        break;
      case GpuFile::Kind::other:
        try {
          root.attach_at(bound, file.name, false, at);
        } catch (const Failure&) {
          // Ignore it: not every jail has a place for these sockets.
        }
        break;
    }
    for (const std::string& name : file.links) link(libraries.get(), name, file.name, at);
  }
  for (const auto& [name, target] : gpu.links) link(libraries.get(), name, target, what);
  set_flags(memory.get(), {.read_only = true, .no_suid = true, .no_dev = true}, false, what);
}

}  // namespace jail
