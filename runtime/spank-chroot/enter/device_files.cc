#include "enter/device_files.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>

#include <cerrno>
#include <set>
#include <vector>

#include "kernel/source.h"
#include "text/failure.h"

namespace jail {
namespace {

constexpr const char* always[] = {"null", "zero", "full", "random", "urandom", "tty"};

// GPUs of NVIDIA, AMD and Intel, RDMA, FUSE for containers, and the memory devices of MPI libraries.
constexpr const char* usual[] = {
    "nvidia*", "dri", "kfd", "accel", "infiniband", "gdrdrv", "knem", "xpmem", "fuse",
};

// The names in the node's /dev that match the patterns.
std::set<std::string> found(const std::vector<std::string>& patterns) {
  std::set<std::string> names;
  for (const std::string& pattern : patterns) {
    glob_t matches{};
    if (glob(("/dev/" + pattern).c_str(), GLOB_NOSORT, nullptr, &matches) == 0) {
      for (std::size_t index = 0; index < matches.gl_pathc; ++index) {
        names.insert(std::string(matches.gl_pathv[index]).substr(5));
      }
    }
    globfree(&matches);
  }
  return names;
}

// Binds a device, or a directory of devices. Skips anything else that matches a pattern.
void bind_device(Root& root, const Mount& dev, const std::string& name, const std::string& what) {
  const Fd source = open_source("/dev/" + name, what);
  struct stat status {};
  if (fstat(source.get(), &status) != 0) fail_errno(what);
  if (!S_ISCHR(status.st_mode) && !S_ISBLK(status.st_mode) && !S_ISDIR(status.st_mode)) return;
  const Fd mount = clone_mount(source.get(), false, what);
  // Read-only protects the entries of a directory. The devices in it can still be written.
  set_flags(mount.get(), {.read_only = S_ISDIR(status.st_mode), .no_suid = true, .no_exec = true}, false, what);
  root.attach_at(mount, dev.target + "/" + name, false, what);
}

void mount_pts(Root& root, const Mount& dev, Mode mode, const std::string& what) {
  const MountFlags flags{.no_suid = true, .no_exec = true};
  Fd pts;
  if (mode == Mode::step) {
    // slurmstepd creates the terminals of `srun --pty` in the jail, where only this step sees them.
    pts = new_filesystem("devpts", {"mode=0620", "gid=5", "ptmxmode=0666"}, flags, what);
  } else {
    // slurmstepd has created the terminals on the node.
    pts = clone_mount(open_source("/dev/pts", what).get(), false, what);
    set_flags(pts.get(), flags, false, what);
  }
  root.attach_at(pts, dev.target + "/pts", false, what);
}

}  // namespace

void mount_dev(Root& root, const Mount& mount, Mode mode, const std::string& what) {
  const Fd dev = new_filesystem("tmpfs", {"mode=0755", "size=1M"}, {.no_suid = true, .no_exec = true}, what);
  root.attach_at(dev, mount.target, true, what);
  for (const char* name : always) bind_device(root, mount, name, what + "/" + name);
  std::vector<std::string> patterns(std::begin(usual), std::end(usual));
  patterns.insert(patterns.end(), mount.devices.begin(), mount.devices.end());
  for (const std::string& name : found(patterns)) bind_device(root, mount, name, what + "/" + name);
  mount_pts(root, mount, mode, what + "/pts");
  const Fd folder = open_below(root.get(), "." + mount.target, O_RDONLY | O_DIRECTORY, what);
  make_link(folder.get(), "ptmx", "pts/ptmx", what);
  make_link(folder.get(), "fd", "/proc/self/fd", what);
  make_link(folder.get(), "stdin", "/proc/self/fd/0", what);
  make_link(folder.get(), "stdout", "/proc/self/fd/1", what);
  make_link(folder.get(), "stderr", "/proc/self/fd/2", what);
  for (const char* name : {"shm", "mqueue"}) {
    if (mkdirat(folder.get(), name, 0755) != 0 && errno != EEXIST) fail_errno(what + ": make " + name);
  }
}

}  // namespace jail
