#include "verify/rules.h"

namespace skiff {
namespace {

constexpr Rule rules[] = {
    {"SKF401", "unknown field of an object",
     "The API server of the target version has no such field in this kind of object: with strict validation it "
     "refuses the object, without it drops the field. The fields are those of schema/k8s/fields.json, which is "
     "taken from the API servers' own types. Where no part of the spec names the field this is a defect of "
     "skiff; please report it.",
     ""},
    {"SKF402", "wrong type in an object",
     "The API server takes another type here. Text that YAML 1.1 reads as a boolean or number (n, on, 1e3) is "
     "the usual reason; integers of 32 bits have their range.",
     ""},
    {"SKF403", "required field of an object missing",
     "The API server refuses the object without this field. Which fields are required depends on the version: "
     "serviceName of a StatefulSet, for one, only until Kubernetes 1.32.",
     ""},
    {"SKF404", "unsupported value in an object",
     "The field is an enumeration, and the API server takes none but the listed values.", ""},
    {"SKF405", "not in the target version of Kubernetes",
     "The field or value came with a later version than spec.target.kubernetes, or went with an earlier one. A "
     "server whose feature gate is off takes such a field and drops it without a word, so it counts as absent "
     "there. Raise the target or do without.",
     ""},
    {"SKF406", "two equal items in a list",
     "Server-side apply tells the items of such a list apart by these fields (x-kubernetes-list-map-keys). Of "
     "two equal ones it takes one, or refuses the object.",
     ""},
    {"SKF407", "kind that skiff does not write",
     "Objects are of the kinds in schema/k8s/fields.json. There is no custom resource among them: nothing has "
     "to be installed in a cluster before the output can be applied.",
     ""},
    {"SKF408", "malformed quantity",
     "Amounts of memory, CPU and storage are a number and one of the suffixes m, k, M, G, T, P, E, Ki, Mi, Gi, "
     "Ti, Pi, Ei, as in 500m or 16Gi.",
     ""},
    {"SKF409", "request does not fit its limit",
     "A container can't ask for more than its limit. Extended resources such as nvidia.com/gpu can't be "
     "overcommitted: request and limit are equal, or the request is left out.",
     ""},
    {"SKF410", "malformed name",
     "Names of objects become host names, file names or labels. Most are DNS names (RFC 1123): a-z, 0-9 and -; "
     "the name of a Service starts with a letter (RFC 1035).",
     ""},
    {"SKF411", "name too long",
     "Kubernetes makes longer names and labels out of some names, and a label holds 63 characters. A "
     "StatefulSet's name with the hash of its revision must fit (52 characters), a CronJob's with the time of "
     "a run (52), a pod's with its number (63).",
     "long-login-name"},
    {"SKF412", "malformed label",
     "A label is an optional DNS name and a slash, a name of at most 63 characters, and a value of at most 63 "
     "characters: letters, digits, -, _ and ., with a letter or digit at both ends.",
     ""},
    {"SKF413", "malformed annotation",
     "Keys have the form of label keys, and all annotations of an object together hold at most 256 KiB.", ""},
    {"SKF414", "malformed port",
     "A port's number is from 1 to 65535, its name at most 15 of a-z, 0-9 and - with a letter in it (RFC "
     "6335). A Service with several ports names each.",
     ""},
    {"SKF415", "malformed name of a variable",
     "Programs and shells take letters, digits and _ in the name of an environment variable, and no digit in "
     "front. Kubernetes takes more than they do.",
     ""},
    {"SKF416", "malformed image reference",
     "An image is [registry[:port]/]path[:tag][@sha256:digest]. The path is in lower case.", "image-path"},
    {"SKF417", "malformed schedule",
     "A CronJob's schedule has five fields: minute, hour, day of the month, month, weekday. Each is *, a "
     "number, a range a-b, a step */n or several of them with commas.",
     ""},
    {"SKF418", "malformed path of a mount",
     "A mount path is absolute and has no `..` and no colon, a subPath is relative to its volume. Two "
     "spellings of one path would be two mounts.",
     ""},
    {"SKF419", "ConfigMap too large or with a bad key",
     "A ConfigMap holds 1 MiB, the limit of a request to etcd. Keys become file names. A slurm.conf for "
     "releases before 23.11 lists every node's address and reaches the limit at some 30,000 nodes.",
     "config-map-too-large"},
    {"SKF420", "two objects of one name",
     "Two objects of a kind have the same name in the namespace, so one would overwrite the other. Rename one "
     "of the parts of the spec that they come from.",
     ""},
    {"SKF421", "ConfigMap not in the output",
     "A pod names a ConfigMap that nothing makes. The pod would wait in ContainerCreating for ever.", ""},
    {"SKF422", "file or key not there",
     "A pod names a key that the ConfigMap or Secret does not have. The pod would not start, or find an empty "
     "folder in the file's place.",
     ""},
    {"SKF423", "Secret that the spec does not declare",
     "skiff never writes a Secret, so each one that a pod names is declared in the spec and made by you "
     "(docs/secrets.md has the commands).",
     ""},
    {"SKF424", "claim not in the output",
     "A pod names a PersistentVolumeClaim that is neither in the output nor declared in the spec as an "
     "existing one.",
     ""},
    {"SKF425", "ServiceAccount not in the output",
     "A pod names a ServiceAccount that nothing makes. Its StatefulSet could not create the pod.", ""},
    {"SKF426", "Role or subject not in the output",
     "A RoleBinding names a Role or ServiceAccount that nothing makes. Kubernetes accepts it, and nobody gets "
     "the right.",
     ""},
    {"SKF427", "Service selects no workload, or several",
     "A Service sends to all pods that its selector takes. None means a name that leads nowhere; two workloads "
     "mean that half of the connections reach the wrong daemon.",
     ""},
    {"SKF428", "selector does not fit its own pods",
     "The labels of a pod template must hold the selector of its workload, and no other workload's pods may "
     "hold it: two controllers would fight for the same pods. Selectors can't be changed later.",
     ""},
    {"SKF429", "mount without a volume", "A container mounts a volume that the pod does not have.", ""},
    {"SKF430", "volume that nothing mounts",
     "A volume without a mount is a leftover or a mount that was forgotten. A pod waits for it all the same.", ""},
    {"SKF431", "StatefulSet without its Service",
     "The pods of a StatefulSet get their DNS names from the headless Service in serviceName, which has to "
     "exist and to select them. Slurm reaches its nodes by these names.",
     ""},
    {"SKF432", "port that no container declares",
     "A probe or a Service names a port that the container does not declare. Its probes would fail, its "
     "connections be refused.",
     ""},
    {"SKF433", "disruption budget for no workload, or several",
     "A budget over two workloads counts their pods together, and one over none protects nothing.", ""},
    {"SKF434", "disruption budget that refuses every eviction",
     "With this number of replicas no pod may ever be evicted, so `kubectl drain` of its Kubernetes node waits "
     "for ever. It is a warning, because it may be what you want for a single controller.",
     ""},
    {"SKF435", "two things of one name in a pod",
     "Containers, ports, volumes and the files of a projected volume have names of their own. Of two equal "
     "ones Kubernetes takes one in silence or refuses the pod.",
     ""},
    {"SKF436", "two containers want one port of the node",
     "A hostPort belongs to one container of a node; a pod with two of them is never scheduled.", ""},
    {"SKF440", "pod that its namespace refuses",
     "The namespace enforces a level of the Pod Security Standards (label pod-security.kubernetes.io/enforce) "
     "that the pod does not meet, so its workload would stay without pods. Workers need privileged for cgroups "
     "and the shared root.",
     ""},
    {"SKF441", "daemon with more rights than it needs",
     "slurmctld, slurmdbd and slurmrestd talk over the network and keep files on a volume. They meet the level "
     "restricted: no root, no capability, the default seccomp profile.",
     ""},
    {"SKF450", "unknown Slurm parameter",
     "Slurm's daemons and commands end at a parameter that they do not know (fatal: Unable to process "
     "configuration file). The parameters of each file and release are in schema/slurm/parameters.tsv, taken "
     "from Slurm's source.",
     "unknown-parameter"},
    {"SKF451", "parameter of another Slurm release",
     "The target release does not know the parameter yet, or no more, and its daemons would not start. In a "
     "cluster of mixed versions every release must know it.",
     "parameter-gone"},
    {"SKF452", "parameter without effect",
     "The target release still reads the parameter, logs an error about it and does nothing.", "parameter-defunct"},
    {"SKF453", "wrong type of a Slurm value",
     "Slurm reads the value as a number of 16, 32 or 64 bits or as yes or no, and ends if it can't. Numbers "
     "that start with 0 are octal for it.",
     "parameter-not-a-number"},
    {"SKF454", "parameter or name given twice",
     "Of two equal parameters Slurm takes the last one and logs an error; two nodes or partitions of one name "
     "end slurmctld. Keys are equal without regard to case.",
     ""},
    {"SKF455", "text that Slurm's files can't hold",
     "A value in a Slurm file is one word or stands wholly in double quotes, on one line. # begins a comment "
     "even inside quotes, a backslash is taken away, and a double quote can't be written at all "
     "(src/common/parse_config.c).",
     ""},
    {"SKF456", "text that reads otherwise than it was meant",
     "skiff reads every Slurm file that it writes with a second parser and compares. A difference is a defect "
     "of skiff; please report it.",
     ""},
    {"SKF457", "malformed host list",
     "A host list is names with commas and numbers in brackets, such as h100-[0-63],cpu-[0-9,12]. Text behind "
     "the brackets needs Slurm 23.11; a range holds at most 65,536 hosts.",
     "gpu-files-backwards"},
    {"SKF458", "word that the Slurm release does not know",
     "Many parameters hold words: SchedulerParameters a list of options, SelectType a plugin. Most unknown options are "
     "ignored without a line in the log, so a misspelt one does nothing. The words of each release are in "
     "schema/slurm/values.tsv, taken from Slurm's source and man pages. A plugin of another release is an error, as the "
     "daemons end without it; the rest is a warning, as a site may have plugins of its own.",
     "plugin-of-another-release"},
    {"SKF460", "nodes that are not the pods",
     "The name of a Slurm node is the name of its pod, so the NodeName lines and the replicas of the "
     "StatefulSets must give the same names. A node without a pod takes jobs that never start; a pod without a "
     "node can't register.",
     ""},
    {"SKF461", "wrong address of a node",
     "NodeAddr is the pod's full name in the cluster's domain. Shorter names go through the resolver's search "
     "list, and slurmctld stands still for ten seconds for each one that does not resolve.",
     ""},
    {"SKF462", "hardware of a node and its pod differ",
     "GPUs and memory of a NodeName line must fit the limits of its container and the devices of gres.conf: a "
     "node with fewer is drained when it registers, one with more starts jobs that are killed.",
     "gpu-files-count"},
    {"SKF463", "node or node set that does not exist",
     "Partitions, node sets, gres.conf and SuspendExcNodes name nodes by host list or NodeSet. slurmctld ends "
     "at a name that is neither; a NodeSet with the name of a node ends it from 24.11 on.",
     ""},
    {"SKF464", "GRES that Slurm ignores",
     "Slurm takes no notice of a GRES whose name GresTypes does not hold, and of a count that is no number, "
     "and says nothing.",
     ""},
    {"SKF465", "host that leads nowhere",
     "SlurmctldHost, AccountingStorageHost, DbdHost and StorageHost must be names of Services and pods in the "
     "output that run that daemon. slurmctld and slurmdbd start only on the host of their own name.",
     ""},
    {"SKF466", "port that nobody listens on",
     "A port in Slurm's files must be one that the daemon's container declares and its Service serves.", ""},
    {"SKF467", "contradiction between partitions",
     "Of two default partitions Slurm takes the last one in silence, and a DefaultTime over MaxTime refuses "
     "every job that names no time.",
     ""},
    {"SKF468", "program that is not there",
     "slurm.conf names a program in a folder that a ConfigMap brings, but the ConfigMap has no such file, or "
     "the volume's mode is not executable. Slurm would find out when it first needs the program.",
     ""},
};

}  // namespace

std::span<const Rule> verify_rules() { return rules; }

}  // namespace skiff
