#include "plan/mounts_file.h"

namespace jail {

// Never mount all of /etc/slurm: it may contain slurm.key, which root in the jail must not read.
std::string_view default_mounts() {
  return R"(# SOURCE TARGET TYPE [OPTIONS]
none                        /proc                       proc
/sys                        /sys                        bind    ro,noexec
/sys/fs/cgroup              /sys/fs/cgroup              cgroup  optional
none                        /dev                        dev
/dev/shm                    /dev/shm                    job
/tmp                        /tmp                        job
none                        /run                        tmpfs   mode=0755,size=64M
/run/munge                  /run/munge                  bind    ro,optional
/run/slurm                  /run/slurm                  bind    ro,optional
/run/slurmd                 /run/slurmd                 bind    ro,optional
/etc/resolv.conf            /etc/resolv.conf            bind    ro
/etc/hosts                  /etc/hosts                  bind    ro
none                        /etc/slurm                  tmpfs   mode=0755,size=4M
/etc/slurm/slurm.conf       /etc/slurm/slurm.conf       bind    ro,optional
/etc/slurm/plugstack.conf   /etc/slurm/plugstack.conf   bind    ro,optional
/etc/slurm/cgroup.conf      /etc/slurm/cgroup.conf      bind    ro,optional
/etc/slurm/mpi.conf         /etc/slurm/mpi.conf         bind    ro,optional
/etc/slurm/topology.conf    /etc/slurm/topology.conf    bind    ro,optional
/etc/slurm/topology.yaml    /etc/slurm/topology.yaml    bind    ro,optional
/etc/slurm/cli_filter.lua   /etc/slurm/cli_filter.lua   bind    ro,optional
/etc/slurm/oci.conf         /etc/slurm/oci.conf         bind    ro,optional
/var/spool/slurmd           /var/spool/slurmd           spool
)";
}

}  // namespace jail
