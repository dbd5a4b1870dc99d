#pragma once

#include <string>

#include "level.h"
#include "node.h"
#include "settings.h"

namespace skiff::health {

// The checks, in the order of list.cc. Each comment says what the check reports. A check returns none if it does not
// apply.

/// Fewer or more GPUs than expected, as counted by NVML. If NVML cannot be used: fewer device files than expected.
Verdict gpu_count(const Node& node);
/// A GPU whose type is not Slurm's gres type. The type must be the complete name of the GPU or one word of it.
Verdict gpu_name(const Node& node);
/// A GPU that is lost, must be reset or has a corrupted infoROM; unknown if the driver or its library is missing.
Verdict gpu_driver(const Node& node);
/// Uncorrected memory errors since the driver was loaded.
Verdict gpu_ecc_uncorrected(const Node& node);
/// Very many corrected memory errors over the lifetime of the GPU.
Verdict gpu_ecc_corrected(const Node& node);
/// Memory rows that will be remapped when the GPU is reset.
Verdict gpu_rows_pending(const Node& node);
/// Memory rows that could not be remapped: the GPU must be replaced.
Verdict gpu_rows_failed(const Node& node);
/// ECC that is off, or will be off after the next reset.
Verdict gpu_ecc_mode(const Node& node);
/// Clocks that the hardware reduces in two measurements in a row; critical if many runs within ten minutes find this.
Verdict gpu_slowdown(const Node& node);
/// A temperature close to the one at which the GPU slows down, or a GPU that software slows down because of heat.
Verdict gpu_temperature(const Node& node);
/// NVLinks that are not up.
Verdict gpu_nvlinks(const Node& node);
/// NVLinks that are slower than normal for the GPU model.
Verdict gpu_nvlink_speed(const Node& node);
/// New NVLink errors since the last periodic run.
Verdict gpu_nvlink_errors(const Node& node);
/// A PCIe link narrower than it could be, or slower while the GPU works.
Verdict gpu_pcie(const Node& node);
/// XIDs in the kernel log. Critical ones count until an administrator resumes the node or the machine reboots.
Verdict gpu_xid(const Node& node);
/// Fatal NVSwitch errors in the kernel log.
Verdict gpu_sxid(const Node& node);
/// A GPU that the fabric manager has not added to its fabric.
Verdict gpu_fabric(const Node& node);
/// A missing IMEX channel, on nodes whose jobs share memory between nodes over NVLink.
Verdict gpu_imex(const Node& node);
/// Persistence mode that is off: each program then waits for the driver when it starts.
Verdict gpu_persistence(const Node& node);
/// Processes on the job's GPUs before it starts or after it has ended.
Verdict gpu_processes(const Node& node);
/// Memory of the job's GPUs in use before it starts.
Verdict gpu_memory(const Node& node);

/// RDMA ports that are not active, have no link or are slower than expected; critical if fewer healthy ports than
/// expected are left.
Verdict rdma_ports(const Node& node);
/// RDMA links that went down since the last periodic run; critical if this happened often within a day.
Verdict rdma_link_downs(const Node& node);
/// Fewer Elastic Fabric Adapters than expected.
Verdict efa_devices(const Node& node);
/// Neither nvidia_peermem nor the open driver, which does not need it: RDMA adapters cannot access GPU memory.
Verdict rdma_gpu_direct(const Node& node);

/// A mount that is missing, has another type, is read-only, does not answer or cannot be written.
Verdict mount(const Node& node, const Settings::Mount& expected);
/// Little space or few inodes left.
Verdict space(const Node& node, const std::string& path);
/// Less memory than RealMemory in slurm.conf, in the machine or allowed by the cgroup.
Verdict memory_size(const Node& node);
/// Fewer CPUs, sockets, cores or threads than in slurm.conf, or fewer CPUs that this process may use.
Verdict cpu_count(const Node& node);
/// Files of a user without processes in /dev/shm and similar directories. Deletes them if the settings say so.
Verdict leftovers(const Node& node);
/// Processes that wait in the kernel and cannot be killed (critical), and zombies that are not reaped (a warning).
Verdict stuck_processes(const Node& node);
/// A clock that is off by too much or not synchronised, as the kernel reports it.
Verdict clock_offset(const Node& node);
/// Host names that could not be resolved in three attempts.
Verdict names(const Node& node);
/// NVMe disks that are missing or not live, and disk errors in the kernel log.
Verdict nvme(const Node& node);
/// Cgroups that slurmd cannot use.
Verdict cgroup(const Node& node);
/// A shared root filesystem that is not mounted, not populated or of another version.
Verdict jail(const Node& node);

}  // namespace skiff::health
