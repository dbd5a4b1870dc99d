#include "rules/rules.h"

namespace skiff {
namespace {

constexpr Rule table[] = {
    {"SKF301", "duplicate name",
     "Node sets, partitions, sets of login pods and benchmarks are told apart by their names. slurmctld ends at its start on a partition that "
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
     "RealMemory is the pod's memory less reserve.memory: something must be left. /dev/shm is part of the pod's memory and can't be larger.",
     "reserve-all-memory"},
    {"SKF307", "no cores left", "reserve.cores (CoreSpecCount) must leave at least one core to jobs.",
     "reserve-all-cores"},
    {"SKF308", "request above the limit",
     "The hardware is the pod's limit, and a container can't request more than its limit. The API server refuses the pod, not the "
     "StatefulSet, so that nothing would start and nothing would say why.",
     "request-above-limit"},
    {"SKF309", "RDMA ports that are not checked",
     "skiff-health looks at the ports of a node only when it knows how many must be up: rdma.ports, or the catalogue's. What is said of them "
     "beside that would be ignored. EFA devices have no such ports; their number is rdma.count.",
     "rdma-without-ports"},
    {"SKF310", "two default partitions",
     "slurmctld takes the last partition with Default=YES without a word about the others.", "two-defaults"},
    {"SKF311", "no default partition",
     "With several partitions and no default, a job that names none is refused (\"No partition specified or system default "
     "partition\"). A warning, since some sites want that.",
     "no-default"},
    {"SKF312", "default time above the limit",
     "slurmctld accepts a DefaultTime above MaxTime and then refuses or holds each job that relies on it.",
     "default-time"},
    {"SKF313", "no job could run",
     "minNodes above maxNodes, or above the number of nodes in the partition, fits no job.", "min-nodes"},
    {"SKF314", "GPU default without GPUs",
     "defCpuPerGpu and defMemPerGpu mean nothing in a partition none of whose node sets has GPUs.", "gpu-default"},
    {"SKF315", "node set in no partition",
     "Nodes in no partition register and are idle for ever. A warning, since a reservation may follow.",
     "unused-node-set"},
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
    {"SKF319", "preemption half set",
     "slurm.conf(5): PreemptType other than preempt/none needs a cluster-wide PreemptMode other than OFF and GANG, and the other way "
     "round. slurmctld ends at its start otherwise: \"PreemptType and PreemptMode values incompatible\".",
     "preempt-mode"},
    {"SKF320", "auth/slurm is too new", "auth/slurm came with Slurm 23.11; older releases need auth/munge.",
     "auth-too-new"},
    {"SKF321", "cgroup.conf without control groups",
     "With spec.target.cgroup: disabled no plugin reads the parameters of cgroup.conf.", "cgroup-disabled"},
    {"SKF322", "control groups v2 are too new",
     "Inside a pod there is no systemd, and the root of the pod's control groups holds processes, so that the kernel enables no "
     "controller below it. From Slurm 24.11 on slurmd moves them aside; before, control groups v2 don't work in a pod.",
     "cgroup-too-new"},
    {"SKF323", "REST API is too new",
     "slurmrestd before 23.11 has other plugins and tokens; skiff supports it from 23.11 on.", "rest-too-new"},
    {"SKF324", "enforcement without what it needs",
     "slurm.conf(5), AccountingStorageEnforce: limits, qos and wckeys imply associations, and safe implies limits. slurmctld adds "
     "them silently; the spec says what is in force.",
     "enforce-incomplete"},
    {"SKF325", "QOS without accounting",
     "A QOS is a record of the accounting database, which this cluster does not have.", "qos-without-accounting"},
    {"SKF326", "list with blanks",
     "skiff writes some words into SlurmctldParameters and its like by itself, and the spec's are added to them. They are words with commas "
     "between them, without blanks.",
     "list-with-blanks"},
    {"SKF327", "name that Slurm keeps",
     "slurmctld takes a line PartitionName=DEFAULT, in upper or lower case, for the defaults of the partitions that follow, not for a "
     "partition.",
     "partition-named-default"},
    {"SKF328", "too little memory for the database",
     "Half of a MariaDB's memory becomes InnoDB's buffer pool. Below 512Mi the server does not fit into the rest and is killed; "
     "slurm.schedmd.com/accounting.html asks for a pool of several GiB on a cluster in use.",
     "database-memory"},
    {"SKF330", "mount in a wrong place",
     "A mount may not hide what the programs in the pods need (/etc, /etc/ssh, /run/slurm, /tmp, /dev, /usr/bin …), and a path may not "
     "leave its folder by '..'.",
     "mount-over-etc"},
    {"SKF331", "two mounts at one path",
     "A container can't have two volumes at one path. The API server refuses the pod, not the StatefulSet.",
     "two-mounts"},
    {"SKF332", "toleration that can't be",
     "core/v1 Toleration: without a key the operator must be Exists, and Exists compares no value.", "bad-toleration"},
    {"SKF333", "field of another Service type",
     "nodePort and externalTrafficPolicy belong to NodePort and LoadBalancer, sourceRanges to LoadBalancer.",
     "service-field"},
    {"SKF334", "claim that exists",
     "An existing claim has its own size and storage class; what the spec says of them would be ignored.",
     "existing-claim-size"},
    {"SKF335", "port of the Kubernetes nodes twice",
     "A nodePort is open on every Kubernetes node and belongs to one Service. The API server refuses the second one.",
     "two-node-ports"},
    {"SKF336", "malformed range of addresses",
     "sourceRanges are CIDR blocks of IPv4 or IPv6. The API server refuses a Service with any other text.",
     "bad-source-range"},
    {"SKF337", "namespace of Kubernetes itself",
     "default and all that begins with kube- exist in every Kubernetes. skiff would put its labels and a Pod Security level on them; with "
     "metadata.createNamespace: false it leaves the namespace alone.",
     "kubernetes-namespace"},
    {"SKF338", "unknown sshd keyword",
     "sshd ends at its start on a keyword that it does not know (\"Bad configuration option\"), and nobody could log in. The list in "
     "schema/catalogue/sshd.yaml has what every OpenSSH from 9.2 on knows.",
     "sshd-keyword"},
    {"SKF339", "times of health checks that don't fit",
     "A run of skiff-health takes its timeout and its calls of scontrol. Slurm ends a HealthCheckProgram after 60 seconds (from 26.05 on "
     "after HealthCheckTimeout, which must be below HealthCheckInterval), and its interval has 16 bits.",
     "health-interval"},
    {"SKF340", "health checks twice",
     "With spec.health skiff writes HealthCheckProgram, Prolog and Epilog. A second one as a free parameter would replace it without a word.",
     "health-prolog"},
    {"SKF341", "mode of the jail that does not fit",
     "In mode step the step daemon itself is in the jail, where it can't enter the namespaces that job_container and namespace plugins make "
     "outside. In mode task it stays outside and opens output files there, so that /home must be a volume of its own.",
     "jail-mode"},
    {"SKF342", "jail on a volume of one node",
     "All worker and login pods mount the jail at once. With ReadWriteOnce the pods of a second Kubernetes node would wait for the volume for ever.",
     "jail-access-mode"},
    {"SKF343", "no capability and some",
     "jail.capabilities is a list of capabilities, or none alone. slurmd does not start on both.", "jail-capabilities"},
    {"SKF345", "containers' file systems that don't fit",
     "Running containers lie in memory or on a volume, not on both, and what lies in memory is part of the node's.",
     "container-runtime"},
    {"SKF346", "image cache of one node",
     "All workers share the imported images, and a CronJob takes away those that nobody uses. A hostPath is another folder on each Kubernetes "
     "node, and a claim without ReadWriteMany belongs to one.",
     "import-cache-host-path"},
    {"SKF347", "enroot's folders",
     "Where containers, images and temporary files lie is decided by containers.pyxis.runtime and importCache: the jail's mounts, the importer and "
     "pyxis must agree with it.",
     "enroot-folders"},
    {"SKF351", "scaling that can't be",
     "An elastic set keeps `min` pods and has `max` nodes. Slurm's times have 16 bits. Its pods belong to no StatefulSet, so there is no "
     "strategy by which they are replaced: each one is made from the template of the day.",
     "scaling-min-above-max"},
    {"SKF352", "times that one partition can't have",
     "slurm.conf(5), SuspendTime and ResumeTimeout: they are known for the cluster and for a partition, and a node has the longest of its "
     "partitions. So elastic sets that share a partition share idleAfter and resumeTimeout.",
     "scaling-times-differ"},
    {"SKF353", "power saving twice",
     "With an elastic node set skiff writes SuspendTime and ResumeTimeout from its scaling. A second one as a free parameter would "
     "replace it without a word.",
     "scaling-suspend-time"},
    {"SKF361", "field of another benchmark",
     "A level belongs to DCGM's diagnostic, a path to the measuring of storage, a floor to all that give a number. What a kind has no use "
     "for would be ignored, and what it needs can't be guessed: a floor that is left out would never be met or missed.",
     "benchmark-fields"},
    {"SKF362", "benchmark named as a check",
     "A drain's reason is `[HC] NAME: …`, for checks of skiff-health and benchmarks alike, and skiff-health takes back the drains of its "
     "own checks. What a benchmark found stands until an administrator resumes the node.",
     "benchmark-named-as-check"},
    {"SKF363", "benchmark without nodes to run on",
     "Its jobs go to one partition, which must have its node sets, and what measures GPUs needs some on each node: all_reduce_perf "
     "two, as one GPU has no bus to others.",
     "benchmark-nodes"},
    {"SKF364", "benchmark's limits that don't fit",
     "Slurm keeps a job in the queue for ever whose time limit is above its partition's. Pairs need a second pair, as a slow one is tested "
     "again with a partner that is known to be good.",
     "benchmark-times"},
    {"SKF365", "benchmark without an account",
     "Jobs of benchmarks are of Slurm's own user. Where accounting enforces anything, that user needs an association, as everybody "
     "does: `sacctmgr -i add account maintenance`, `sacctmgr -i add user slurm account=maintenance`. A warning, since it may have a default "
     "one.",
     "benchmark-without-account"},
    {"SKF366", "after a drain, what can't be",
     "afterDrain says what follows: a pod is replaced, or a condition is set. Within its patience a new pod must be able to make the good runs "
     "after which a node takes jobs again, more can't be under way at once than begin in an hour, and a check that is disabled drains nothing.",
     "after-drain-limits"},
    {"SKF367", "too many pods for one Role",
     "The pods that may be deleted, and those that get a condition, are named in a Role, so that it gives no right over others. kubectl apply "
     "keeps an object in an annotation of its own, and annotations have 256 KiB at most. Name fewer node sets, or leave the pods' condition out.",
     "after-drain-many-pods"},
    {"SKF368", "key file that nothing reads",
     "auth/slurm reads slurm.key, and from 24.05 on slurm.jwks in its place (auth/slurm/internal.c, init_internal). munged reads munge.key.",
     "key-file-too-new"},
    {"SKF369", "warning that never comes",
     "Of the space that must be free spaceWarn is what somebody should hear of, spaceCritical what drains the node. The second is looked at "
     "first, so the first must be more. Who sets one of them has the other as it is in schema/catalogue/health.yaml.",
     "space-warning-below-critical"},
};

}  // namespace

std::span<const Rule> judge_rules() { return table; }

}  // namespace skiff
