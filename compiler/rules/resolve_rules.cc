#include "rules/rules.h"

namespace skiff {
namespace {

constexpr Rule table[] = {
    {"SKF201", "unknown hardware",
     "`hardware` names an entry of skiff's catalogue of instance types, such as azure/ND96isr_H100_v5. The entries stand in "
     "schema/catalogue/hardware.yaml. For a machine that is not there, give cpus (or sockets, coresPerSocket and threadsPerCore) "
     "and memory by hand.",
     "unknown-hardware"},
    {"SKF202", "unknown GPU type",
     "The catalogue knows the vendor of a GPU by its gres type, and from it Kubernetes' resource name and the device files. For a "
     "type that is not in schema/catalogue/gpus.yaml both must be said: gpus.resource and gpus.files.",
     "unknown-gpu"},
    {"SKF203", "incomplete hardware",
     "A node needs a number of CPUs and its memory. The CPUs are given as cpus alone, or as sockets, coresPerSocket and "
     "threadsPerCore, whose product they are; never as both, since the two could disagree.",
     "incomplete-hardware"},
    {"SKF204", "unknown node set",
     "A partition, a mount or a benchmark names a node set that spec.nodeSets does not have. slurmctld would end at its start: \"Invalid node "
     "names in partition\".",
     "unknown-node-set"},
    {"SKF205", "unknown storage",
     "A mount, the jail, the containers, or the history of benchmarks names a volume that spec.storage does not have.",
     "unknown-storage"},
    {"SKF206", "exactly one of several",
     "Some fields exclude each other and one of them is needed: a volume is a claim to make, an existing claim or a host path; "
     "the accounting database is a MariaDB in the cluster or a server outside.",
     "two-databases"},
    {"SKF207", "incomplete GPUs",
     "Where the hardware is no catalogue entry with GPUs, both the type and the count of the GPUs must be given.",
     "incomplete-gpus"},
    {"SKF208", "unknown limit of health checks",
     "health.thresholds names limits that schema/catalogue/health.yaml has. skiff-health refuses its settings over any other, and then "
     "checks nothing.",
     "unknown-threshold"},
    {"SKF209", "unknown health check",
     "health.disabled names checks of skiff-health (`skiff-health --list`); mount stands for all mounts, mount:/data for one.",
     "unknown-check"},
    {"SKF210", "size of a node set",
     "A node set has a fixed number of nodes with a pod each (replicas), or nodes whose pods come and go (scaling, of which max is the "
     "number of nodes).",
     "replicas-and-scaling"},
    {"SKF211", "incomplete RDMA devices",
     "Where the hardware is no catalogue entry with RDMA devices, both the resource and the count of it that a pod asks for must be given.",
     "incomplete-rdma"},
    {"SKF218", "no floor in the catalogue",
     "`floor: catalogue` is what is published for all_reduce_perf on these GPUs, as many a node, at this size. Bandwidths of other GPUs, "
     "nodes or sizes can't be compared with it; where the catalogue has none, give a number and its unit.",
     "no-floor"},
    {"SKF219", "unknown partition",
     "A benchmark, or jail.exempt, names a partition that spec.partitions does not have.", "unknown-partition"},
};

}  // namespace

std::span<const Rule> resolve_rules() { return table; }

}  // namespace skiff
