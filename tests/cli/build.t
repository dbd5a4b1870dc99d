The output as a directory and as a stream, and their errors.

  $ skiff init .
  ./cluster.yaml
  ./cluster.schema.json
  $ sed 's/replicas/replcias/' cluster.yaml >bad.yaml

A build reports what it wrote. Its plan.yaml is what `skiff plan` prints.

  $ skiff build cluster.yaml -o out
  skiff: out: 30 new, 0 changed, 0 removed, 0 unchanged
  $ ls -A out
  .gitattributes
  .skiff
  k8s
  kustomization.yaml
  plan.yaml
  scripts
  slurm
  $ skiff plan cluster.yaml | cmp - out/plan.yaml

A second build changes no file, and -q prints nothing.

  $ cp -a out first
  $ skiff build cluster.yaml -o out
  skiff: out: 0 new, 0 changed, 0 removed, 30 unchanged
  $ skiff build cluster.yaml -o out -q
  $ test "$(stat -c %y out out/plan.yaml)" = "$(stat -c %y first first/plan.yaml)"

A spec with errors changes nothing.

  $ skiff build bad.yaml -o out
  bad.yaml:8:19: error: spec.nodeSets[0].replcias: unknown field "replcias"; did you mean "replicas"? [SKF101]
     8 |     - {name: cpu, replcias: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-...
       |                   ^~~~~~~~
  [1]
  $ diff -r out first
  $ skiff build bad.yaml -o new -q
  bad.yaml:8:19: error: spec.nodeSets[0].replcias: unknown field "replcias"; did you mean "replicas"? [SKF101]
     8 |     - {name: cpu, replcias: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-...
       |                   ^~~~~~~~
  [1]
  $ test ! -e new

A dry run lists the changes, and makes none.

  $ sed 's/replicas: 2/replicas: 3/' cluster.yaml >other.yaml
  $ skiff build other.yaml -o out --dry-run
  ~ k8s/nodeset-cpu.yaml
  ~ plan.yaml
  ~ slurm/slurm.conf
  skiff: out: 0 new, 3 changed, 0 removed, 27 unchanged
  skiff: in the cluster: 2 changes: 1 reconfigure, 1 taken up live
    reconfigure: slurm/slurm.conf
    taken up live: StatefulSet slurm/cpu
  $ diff -r out first
  $ skiff build other.yaml -o new --dry-run
  + .gitattributes
  + k8s/controller.yaml
  + k8s/login-login.yaml
  + k8s/namespace.yaml
  + k8s/nodes.yaml
  + k8s/nodeset-cpu.yaml
  + kustomization.yaml
  + plan.yaml
  + scripts/drain.sh
  + scripts/hook-epilog
  + scripts/hook-epilog-slurmctld
  + scripts/hook-prolog
  + scripts/hook-prolog-slurmctld
  + scripts/hook-task-epilog
  + scripts/hook-task-prolog
  + scripts/limits.sh
  + scripts/node.sh
  + scripts/on-change.sh
  + scripts/power-resume.sh
  + scripts/power-suspend.sh
  + scripts/run-child.sh
  + scripts/sidecar.json
  + scripts/start-sackd.sh
  + scripts/start-slurmd.sh
  + scripts/start-sshd.sh
  + scripts/watch-node.sh
  + slurm/cgroup.conf
  + slurm/plugstack.conf
  + slurm/slurm.conf
  + slurm/sshd_config.login
  skiff: new: 30 new, 0 changed, 0 removed, 0 unchanged
  $ test ! -e new

A build of a changed spec replaces files. A build of the first spec restores the same bytes.

  $ skiff build other.yaml -o out
  skiff: out: 0 new, 3 changed, 0 removed, 27 unchanged
  skiff: in the cluster: 2 changes: 1 reconfigure, 1 taken up live
    reconfigure: slurm/slurm.conf
    taken up live: StatefulSet slurm/cpu
  $ diff -rq out first
  Files out/.skiff and first/.skiff differ
  Files out/k8s/nodeset-cpu.yaml and first/k8s/nodeset-cpu.yaml differ
  Files out/plan.yaml and first/plan.yaml differ
  Files out/slurm/slurm.conf and first/slurm/slurm.conf differ
  [1]
  $ skiff build cluster.yaml -o out
  skiff: out: 0 new, 3 changed, 0 removed, 27 unchanged
  skiff: in the cluster: 3 changes: 2 nodes drained, 1 reconfigure
    nodes drained: StatefulSet slurm/cpu, slurm/slurm.conf
    reconfigure: slurm/slurm.conf
  $ diff -r out first

Files that skiff did not write stay. A build fails if it would have to write one of them.

  $ echo mine >out/README.md
  $ skiff build other.yaml -o out -q
  $ cat out/README.md
  mine
  $ mkdir foreign
  $ echo mine >foreign/plan.yaml
  $ skiff build cluster.yaml -o foreign
  skiff: foreign/plan.yaml: was not written by skiff; move it, or choose another directory
  [2]
  $ find foreign -type f
  foreign/plan.yaml
  $ echo edited >>out/plan.yaml
  $ skiff build cluster.yaml -o out
  skiff: out/plan.yaml: was changed after skiff wrote it; remove it, then skiff writes it again
  [2]

Paths that cannot be written.

  $ touch file
  $ skiff build cluster.yaml -o file
  skiff: file: is not a directory
  [2]
  $ skiff build cluster.yaml -o file/below
  skiff: file: is not a directory
  [2]
  $ skiff build cluster.yaml -o /proc/none/out
  skiff: /proc/none: cannot create the directory: No such file or directory
  [2]

The stream, in both formats, from a file and from standard input.

  $ skiff build cluster.yaml -o - >stream
  $ grep -c '^kind: ' stream
  12
  $ skiff build - -o - <cluster.yaml | cmp - stream
  $ skiff build cluster.yaml -o - --format json | head -n 3
  {
    "apiVersion": "v1",
    "kind": "List",
  $ skiff build cluster.yaml -o - --format json | jq -r '.items[].kind' | LC_ALL=C sort | uniq -c
        3 ConfigMap
        1 Namespace
        2 PodDisruptionBudget
        3 Service
        3 StatefulSet
  $ skiff build cluster.yaml -o - >/dev/full
  skiff: standard output: cannot write it: No space left on device
  [2]
