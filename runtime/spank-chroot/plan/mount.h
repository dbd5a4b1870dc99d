#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jail {

/// What a line of the mounts file asks for.
enum class MountType {
  bind,    ///< a file or folder of the node
  tmpfs,   ///< an empty file system in memory, one for each step (mode task: each task)
  proc,    ///< a fresh /proc whose settings can't be written
  dev,     ///< a private /dev with the usual devices and those of GPUs and networks
  job,     ///< a folder of the job's own on the node, the same for all its steps, removed at its end
  spool,   ///< SlurmdSpoolDir: slurmstepd sees all of it, tasks what belongs to their job
  cgroup,  ///< /sys/fs/cgroup: slurmstepd writes there, tasks read
  gpu,     ///< the node's GPU driver libraries and programs, put together in memory
};

/// One mount inside the jail. Targets are absolute, as seen inside.
struct Mount {
  MountType type = MountType::bind;
  std::string source;  ///< on the node; empty where the type has none
  std::string target;
  bool read_only = false;
  bool no_suid = true;
  bool no_dev = true;
  bool no_exec = false;
  bool recursive = false;            ///< bind: what is mounted below the source comes along
  bool slave = false;                ///< bind: what the node mounts there later does, too
  bool optional = false;             ///< nothing is mounted where the source does not exist, or is not as it must be
  bool mounted = false;              ///< bind: the source must be a mount point
  std::uint64_t size = 0;            ///< tmpfs: bytes; 0 leaves the kernel's default of half the memory
  unsigned mode = 0;                 ///< tmpfs, job: permissions of its root
  std::vector<std::string> devices;  ///< dev: patterns (glob(7)) of further devices, below /dev
  unsigned line = 0;                 ///< of the mounts file

  bool operator==(const Mount&) const = default;
};

/// A type as the mounts file writes it.
const char* type_name(MountType type);

/// `bind /datasets on /datasets (line 4)`: how messages name a mount.
std::string name_of(const Mount& mount);

}  // namespace jail
