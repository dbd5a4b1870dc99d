#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jail {

/// What a line of the mounts file mounts.
enum class MountType {
  bind,    ///< a file or directory of the node
  tmpfs,   ///< an empty file system in memory, one for each step (mode task: each task)
  proc,    ///< a fresh /proc with read-only settings
  dev,     ///< a private /dev with the usual devices and those of GPUs and networks
  job,     ///< a directory of the job on the node, the same for all its steps, removed when the job ends
  spool,   ///< SlurmdSpoolDir: slurmstepd sees all of it, tasks only what belongs to their job
  cgroup,  ///< /sys/fs/cgroup: slurmstepd can write, tasks can only read
  gpu,     ///< the node's GPU driver libraries and programs, put together in memory
};

/// One mount in the jail. A target is an absolute path in the jail.
struct Mount {
  MountType type = MountType::bind;
  std::string source;  ///< on the node; empty if the type has none
  std::string target;
  bool read_only = false;
  bool no_suid = true;
  bool no_dev = true;
  bool no_exec = false;
  bool recursive = false;            ///< bind: include what is mounted below the source
  bool slave = false;                ///< bind: also include what the node mounts there later
  bool optional = false;             ///< skip the mount if the source is missing or, with `mounted`, not a mount point
  bool mounted = false;              ///< bind: the source must be a mount point
  std::uint64_t size = 0;            ///< tmpfs: bytes; 0 for the kernel's default of half the memory
  unsigned mode = 0;                 ///< tmpfs, job: permissions of its root
  std::vector<std::string> devices;  ///< dev: patterns (glob(7)) of more devices, relative to /dev
  unsigned line = 0;                 ///< its line in the mounts file

  bool operator==(const Mount&) const = default;
};

/// The name of a type in the mounts file.
const char* type_name(MountType type);

/// `bind /datasets on /datasets (line 4)`: how messages name a mount.
std::string name_of(const Mount& mount);

}  // namespace jail
