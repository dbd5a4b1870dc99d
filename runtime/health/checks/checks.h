#pragma once

#include <string>

#include "level.h"
#include "node.h"
#include "settings.h"

namespace skiff::health {

// The checks, in the order of list.cc; each says what it takes for a fault. None where it does not apply.

/// Fewer or more GPUs than expected, as NVML counts them; device files where NVML can't be used.
Verdict gpu_count(const Node& node);
/// A GPU of another type than the one that Slurm was told: the type is the whole name, or a word of it.
Verdict gpu_name(const Node& node);
/// A GPU that is lost, must be reset or has a broken infoROM; unknown where the driver or its library is not there.
Verdict gpu_driver(const Node& node);
/// Errors since the driver's start that could not be corrected.
Verdict gpu_ecc_uncorrected(const Node& node);
/// Very many that could, over the GPU's life.
Verdict gpu_ecc_corrected(const Node& node);
/// Rows of memory that wait for a reset of the GPU to be remapped.
Verdict gpu_rows_pending(const Node& node);
/// Rows that could not be remapped: the GPU must be replaced.
Verdict gpu_rows_failed(const Node& node);
/// ECC that is off, or about to change.
Verdict gpu_ecc_mode(const Node& node);
/// Clocks held back by the hardware in both of two looks; critical when it comes again and again within ten minutes.
Verdict gpu_slowdown(const Node& node);
/// Close to the temperature at which the GPU slows itself down, or slowed down by software for heat.
Verdict gpu_temperature(const Node& node);
/// NVLinks that are not up.
Verdict gpu_nvlinks(const Node& node);
/// NVLinks slower than the model's.
Verdict gpu_nvlink_speed(const Node& node);
/// Errors of NVLinks since the last periodic run.
Verdict gpu_nvlink_errors(const Node& node);
/// A PCIe link narrower than it could be, or slower while the GPU works.
Verdict gpu_pcie(const Node& node);
/// XIDs in the kernel's messages. Critical ones count until an administrator resumes the node, or it is started again.
Verdict gpu_xid(const Node& node);
/// Fatal errors of NVSwitches in the kernel's messages.
Verdict gpu_sxid(const Node& node);
/// A GPU that the fabric manager has not brought into its fabric.
Verdict gpu_fabric(const Node& node);
/// No IMEX channel, where jobs over several nodes share memory by NVLink.
Verdict gpu_imex(const Node& node);
/// Persistence mode off: each start of a program waits for the driver.
Verdict gpu_persistence(const Node& node);
/// Processes on the job's GPUs before it starts or after it ended.
Verdict gpu_processes(const Node& node);
/// Memory of the job's GPUs in use before it starts.
Verdict gpu_memory(const Node& node);

/// Ports that are not active, not linked up, or slower than expected; fewer good ones than expected are critical.
Verdict rdma_ports(const Node& node);
/// Links that went down since the last periodic run; often within a day is critical.
Verdict rdma_link_downs(const Node& node);
/// Fewer Elastic Fabric Adapters than expected.
Verdict efa_devices(const Node& node);
/// Neither nvidia_peermem nor the open driver, which needs none: adapters can't reach the GPUs' memory.
Verdict rdma_gpu_direct(const Node& node);

/// A mount that is not there, is of another type, or does not answer or take files.
Verdict mount(const Node& node, const Settings::Mount& expected);
/// Little space or few inodes left.
Verdict space(const Node& node, const std::string& path);
/// Less memory than slurm.conf says, in the machine or in the control group.
Verdict memory_size(const Node& node);
/// Fewer CPUs, sockets, cores or threads than slurm.conf says, or fewer that may be used.
Verdict cpu_count(const Node& node);
/// What a user without any process left behind in /dev/shm and the like; removes it where the settings say so.
Verdict leftovers(const Node& node);
/// Processes that wait without a chance to be ended (critical), and ended ones that nobody takes notice of.
Verdict stuck_processes(const Node& node);
/// The clock's distance from true time as the kernel knows it.
Verdict clock_offset(const Node& node);
/// Names that can't be resolved, three times in a row.
Verdict names(const Node& node);
/// NVMe disks that are missing or not live, and errors of disks in the kernel's messages.
Verdict nvme(const Node& node);
/// Control groups that slurmd can't use.
Verdict cgroup(const Node& node);
/// The shared root filesystem: not mounted, not populated, or of another version.
Verdict jail(const Node& node);

}  // namespace skiff::health
