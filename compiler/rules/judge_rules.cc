#include "rules/rules.h"

namespace skiff {
namespace {

constexpr Rule table[] = {
    {"SKF301", "duplicate name",
     "Node sets, partitions and sets of login pods are told apart by their names. slurmctld ends at its start on a partition that "
     "stands twice (\"duplicate entry for partition\").",
     "duplicate-node-set"},
    {"SKF302", "name of another object",
     "A node set's StatefulSet has the set's own name, because its pods' names are Slurm's node names. All other objects are named "
     "after the cluster: <cluster>-slurmctld and so on. Two objects of one kind can't have one name.",
     "reserved-login-name"},
    {"SKF303", "reserved label",
     "Labels under app.kubernetes.io/, pod-security.kubernetes.io/ and skiff/ are skiff's own: Services and disruption budgets "
     "select pods by them, and a selector can never change.",
     "reserved-label"},
    {"SKF304", "no nodes",
     "slurmctld does not start without a node (22.05: \"no nodes configured\"). A set of 0 replicas is fine beside others.",
     "no-nodes"},
    {"SKF305", "too many nodes in one set",
     "Slurm expands at most 65536 nodes from one range of a hostlist (MAX_RANGE; \"Too many hosts in range\").",
     "too-many-nodes"},
    {"SKF306", "memory does not add up",
     "RealMemory is the pod's memory less reserve.memory, and /dev/shm is part of the pod's memory. Neither may take all of it.",
     "reserve-all-memory"},
    {"SKF307", "no cores left", "reserve.cores (CoreSpecCount) must leave at least one core to jobs.", "reserve-all-cores"},
    {"SKF308", "request above the limit",
     "The hardware is the pod's limit, and a container can't request more than its limit. The API server refuses the pod, not the "
     "StatefulSet, so that nothing would start and nothing would say why.",
     "request-above-limit"},
    {"SKF309", "GPU type that is part of another",
     "Slurm takes a short gres type for any GPU whose name contains it (gres.conf(5), Type): b200 also matches gb200. In a "
     "cluster with both, use the long names.",
     "ambiguous-gpu"},
    {"SKF310", "two default partitions",
     "slurmctld takes the last partition with Default=YES without a word about the others.", "two-defaults"},
    {"SKF311", "no default partition",
     "With several partitions and no default, a job that names none is refused (\"No partition specified or system default "
     "partition\"). A warning, since some sites want that.",
     "no-default"},
    {"SKF312", "default time above the limit",
     "slurmctld accepts a DefaultTime above MaxTime and then refuses or holds each job that relies on it.", "default-time"},
    {"SKF313", "no job could run", "minNodes above maxNodes, or above the number of nodes in the partition, fits no job.",
     "min-nodes"},
    {"SKF314", "GPU default without GPUs",
     "defCpuPerGpu and defMemPerGpu mean nothing in a partition none of whose node sets has GPUs.", "gpu-default"},
    {"SKF315", "node set in no partition",
     "Nodes in no partition register and are idle for ever. A warning, since a reservation may follow.", "unused-node-set"},
    {"SKF316", "lists that exclude each other",
     "slurm.conf(5): with AllowAccounts a DenyAccounts is not enforced, likewise with QOS; and of DefMemPerCPU and DefMemPerNode only "
     "one can be in force.",
     "allow-and-deny"},
    {"SKF317", "parameter that skiff decides",
     "One fact has one place. A parameter that another field of the spec decides, or that ties Slurm to the Kubernetes "
     "objects, can't be set as a free parameter: the message names the field to set instead.",
     "owned-parameter"},
    {"SKF318", "parameter stands twice",
     "Slurm's parameter names have no upper and lower case; of two equal ones the last counts, with an error in the log.",
     "parameter-twice"},
    {"SKF320", "auth/slurm is too new", "auth/slurm came with Slurm 23.11; older releases need auth/munge.", "auth-too-new"},
    {"SKF321", "cgroup.conf without control groups",
     "With spec.target.cgroup: disabled no plugin reads the parameters of cgroup.conf.", "cgroup-disabled"},
    {"SKF322", "control groups v2 are too new",
     "Inside a pod there is no systemd, and only from Slurm 23.11 on (IgnoreSystemd with EnableControllers) slurmd can set up "
     "control groups v2 by itself.",
     "cgroup-too-new"},
    {"SKF323", "REST API is too new",
     "slurmrestd before 23.11 has other plugins and tokens; skiff supports it from 23.11 on.", "rest-too-new"},
    {"SKF324", "enforcement without what it needs",
     "slurm.conf(5), AccountingStorageEnforce: limits, qos and wckeys imply associations, and safe implies limits. slurmctld adds "
     "them silently; the spec says what is in force.",
     "enforce-incomplete"},
    {"SKF325", "QOS without accounting", "A QOS is a record of the accounting database, which this cluster does not have.",
     "qos-without-accounting"},
    {"SKF330", "mount in a wrong place",
     "A mount may not hide what the daemons in the pod need (/etc, /run, /tmp, /dev …), and a path may not leave its folder by '..'.",
     "mount-over-etc"},
    {"SKF331", "two mounts at one path",
     "A container can't have two volumes at one path. The API server refuses the pod, not the StatefulSet.", "two-mounts"},
    {"SKF332", "toleration that can't be",
     "core/v1 Toleration: without a key the operator must be Exists, and Exists compares no value.", "bad-toleration"},
    {"SKF333", "field of another Service type",
     "nodePort and externalTrafficPolicy belong to NodePort and LoadBalancer, sourceRanges to LoadBalancer.",
     "service-field"},
    {"SKF334", "claim that exists",
     "An existing claim has its own size and storage class; what the spec says of them would be ignored.",
     "existing-claim-size"},
};

}  // namespace

std::span<const Rule> judge_rules() { return table; }

}  // namespace skiff
