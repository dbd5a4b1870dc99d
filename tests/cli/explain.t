From a field to its output lines and back, and explanations of fields and rules without a spec.

  $ skiff explain spec.target.kubernetes
  spec.target.kubernetes
    Oldest Kubernetes minor version that must accept the output.
    type:     string
    one of:   1.30, 1.31, 1.32, 1.33, 1.34, 1.35, 1.36
    default:  1.33
    examples: 1.33
    schema:   schema/cluster.schema.json:* (glob)
  $ skiff explain spec.nodeSets.weight
  spec.nodeSets.weight
    Scheduling weight. Of the nodes that fit a job, those with the lowest weight are used first.
    type:     integer
    minimum:  1
    maximum:  1000000
    default:  1
    examples: 10
    schema:   schema/cluster.schema.json:* (glob)
  $ skiff explain spec.nodeSets.wieght
  skiff: there is no field spec.nodeSets.wieght; did you mean "weight"?
  [2]
  $ skiff explain SKF104
  SKF104: a value has the wrong type
  
  The field needs a value of another type: text, an integer, true or false, a list, or a map of fields. Quotes turn any value into text, so "3" is not a number.
  
  Example, golden/errors/quoted-integer.yaml:
  
      apiVersion: skiff/v1alpha1
      kind: SlurmCluster
      metadata: {name: atlas}
      spec:
        images: {registry: registry.example.com/skiff}
        nodeSets:
        - {name: cpu, replicas: "2", hardware: {cpus: 4, memory: 8Gi}}
  $ skiff explain skf104 | head -n 1
  SKF104: a value has the wrong type

From a field to the lines that it decides.

  $ skiff init .
  ./cluster.yaml
  ./cluster.schema.json
  $ skiff build cluster.yaml -o out -q
  $ skiff explain 'spec.nodeSets[0].replicas'
  cluster.yaml:8:29: spec.nodeSets[0].replicas: 2
    Number of nodes. Each of them always has a pod. Use either `replicas` or `scaling`.
    type:     integer
    minimum:  0
    maximum:  100000
    examples: 4
    schema:   schema/cluster.schema.json:* (glob)
  
  It decides:
  k8s/controller.yaml:119:             cpu: 500m
  k8s/controller.yaml:120:             memory: 1Gi
  k8s/controller.yaml:122:             memory: 1Gi
  k8s/login-login.yaml:198:             cpu: 100m
  k8s/login-login.yaml:199:             memory: 512Mi
  k8s/login-login.yaml:201:             memory: 512Mi
  k8s/nodeset-cpu.yaml:35:   replicas: 2
  plan.yaml:29: controller:
  plan.yaml:40:   resources:
  plan.yaml:41:     cpu: 500m
  plan.yaml:42:     memory: 1Gi
  plan.yaml:50:   replicas: 2
  plan.yaml:51:   hostlist: cpu-[0-1]
  plan.yaml:52:   addresses: cpu-[0-1].atlas-nodes.slurm.svc.cluster.local
  plan.yaml:77:   nodes: cpu-[0-1]
  plan.yaml:96:   resources:
  plan.yaml:97:     cpu: 100m
  plan.yaml:98:     memory: 512Mi
  slurm/slurm.conf:22: 
  slurm/slurm.conf:23: # Behavior of the daemons.
  slurm/slurm.conf:24: SlurmctldParameters=enable_configless,conmgr_max_connections=1024
  slurm/slurm.conf:42: 
  slurm/slurm.conf:43: # Nodes without a pod. If a job needs one, slurmctld calls ResumeProgram. In an elastic set the node then gets a pod. In a fixed
  slurm/slurm.conf:44: # set the node is set down with a reason, so its job is requeued at once. Nodes of a fixed set are never suspended, and return to
  slurm/slurm.conf:45: # service by themselves when their pod registers.
  slurm/slurm.conf:51: SuspendExcNodes=cpu-[0-1]
  slurm/slurm.conf:52: 
  slurm/slurm.conf:53: # Nodes: one line per node set. State=CLOUD makes slurmctld take a node's address from its registration, so that it reaches a
  slurm/slurm.conf:54: # replaced pod at once.
  slurm/slurm.conf:55: NodeName=cpu-[0-1] NodeAddr=cpu-[0-1].atlas-nodes.slurm.svc.cluster.local CPUs=4 RealMemory=7947 Weight=1 State=CLOUD
  slurm/slurm.conf:58: PartitionName=main Nodes=cpu-[0-1] Default=YES State=UP MaxTime=UNLIMITED DefaultTime=UNLIMITED DefMemPerCPU=1986

From a line back to the spec, with a path relative to the output directory, below its name, and absolute.

  $ at=slurm/slurm.conf:$(grep -n ^NodeName= out/slurm/slurm.conf | cut -d: -f1)
  $ skiff explain $at
  slurm/slurm.conf:55: NodeName=cpu-[0-1] NodeAddr=cpu-[0-1].atlas-nodes.slurm.svc.cluster.local CPUs=4 RealMemory=7947 Weight=1 State=CLOUD
  spec:
    cluster.yaml:4:18: metadata.name: metadata: {name: atlas, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
    cluster.yaml:4:36: metadata.namespace: metadata: {name: atlas, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
    cluster.yaml:8:14: spec.nodeSets[0].name: - {name: cpu, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    cluster.yaml:8:29: spec.nodeSets[0].replicas: - {name: cpu, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    cluster.yaml:8:49: spec.nodeSets[0].hardware.cpus: - {name: cpu, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    cluster.yaml:8:60: spec.nodeSets[0].hardware.memory: - {name: cpu, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
  defaults:
    schema/cluster.schema.json:*: "slurm": { (glob)
    schema/cluster.schema.json:*: "clusterDomain": { (glob)
    schema/cluster.schema.json:*: "cores": { (glob)
    schema/cluster.schema.json:*: "weight": { (glob)
  template:
    compiler/lower/slurm/slurm_conf.cc:* (glob)
  $ for path in out/$at ./out/$at $PWD/out/$at $at:7; do skiff explain $path | cmp - <(skiff explain $at); done
  $ skiff explain -o some/where some/where/$at | cmp - <(skiff explain $at)

From a default to its output lines, and from such a line to the schema.

  $ skiff explain spec.target.cgroup
  spec.target.cgroup
    cgroup version of the Kubernetes nodes. `disabled` sets no limits inside a node and needs no privileged worker pods. Use it for trials on any machine.
    type:     string
    one of:   v2, v1, disabled
    default:  v2
    examples: v2
    schema:   schema/cluster.schema.json:* (glob)
  
  Its default decides:
  k8s/namespace.yaml:11:     pod-security.kubernetes.io/enforce: privileged
  k8s/namespace.yaml:12:     pod-security.kubernetes.io/audit: privileged
  k8s/namespace.yaml:13:     pod-security.kubernetes.io/warn: privileged
  k8s/nodeset-cpu.yaml:135:         securityContext:
  k8s/nodeset-cpu.yaml:136:           # Privileged, because slurmd creates the control groups of jobs below the pod's own, and the cgroup filesystem is writable only in a
  k8s/nodeset-cpu.yaml:137:           # privileged container. It also gives jobs access to the device files of the GPUs and RDMA devices that the device plugins assign.
  k8s/nodeset-cpu.yaml:138:           privileged: true
  kustomization.yaml:16:   - slurm/cgroup.conf
  plan.yaml:5: target:
  plan.yaml:10:   cgroup: v2
  slurm/cgroup.conf:1: # cgroup.conf, made by skiff. Edit the spec, not this file.
  slurm/cgroup.conf:2: 
  slurm/cgroup.conf:3: # Pods have no systemd. Unless control groups are disabled, slurmd creates them below the pod's own.
  slurm/cgroup.conf:4: CgroupPlugin=cgroup/v2
  slurm/cgroup.conf:5: IgnoreSystemd=yes
  slurm/cgroup.conf:6: EnableControllers=yes
  slurm/cgroup.conf:7: 
  slurm/cgroup.conf:8: # Limits that are enforced for jobs.
  slurm/cgroup.conf:9: ConstrainCores=yes
  slurm/cgroup.conf:10: ConstrainRAMSpace=yes
  slurm/cgroup.conf:11: ConstrainDevices=yes
  slurm/slurm.conf:32: 
  slurm/slurm.conf:33: # Processes of jobs and their limits on a node.
  slurm/slurm.conf:34: ProctrackType=proctrack/cgroup
  slurm/slurm.conf:35: TaskPlugin=task/cgroup,task/affinity
  slurm/slurm.conf:36: PrologFlags=Contain
  $ skiff explain slurm/cgroup.conf:4
  slurm/cgroup.conf:4: CgroupPlugin=cgroup/v2
  defaults:
    schema/cluster.schema.json:*: "slurm": { (glob)
    schema/cluster.schema.json:*: "cgroup": { (glob)

If the output directory is older than the spec, a note says so.

  $ sed -i 's/replicas: 2/replicas: 3/' cluster.yaml
  $ skiff explain out/$at
  slurm/slurm.conf:55: NodeName=cpu-[0-2] NodeAddr=cpu-[0-2].atlas-nodes.slurm.svc.cluster.local CPUs=4 RealMemory=7947 Weight=1 State=CLOUD
  note: the line in out/slurm/slurm.conf is different; build again
  spec:
    cluster.yaml:4:18: metadata.name: metadata: {name: atlas, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
    cluster.yaml:4:36: metadata.namespace: metadata: {name: atlas, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
    cluster.yaml:8:14: spec.nodeSets[0].name: - {name: cpu, replicas: 3, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    cluster.yaml:8:29: spec.nodeSets[0].replicas: - {name: cpu, replicas: 3, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    cluster.yaml:8:49: spec.nodeSets[0].hardware.cpus: - {name: cpu, replicas: 3, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    cluster.yaml:8:60: spec.nodeSets[0].hardware.memory: - {name: cpu, replicas: 3, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
  defaults:
    schema/cluster.schema.json:*: "slurm": { (glob)
    schema/cluster.schema.json:*: "clusterDomain": { (glob)
    schema/cluster.schema.json:*: "cores": { (glob)
    schema/cluster.schema.json:*: "weight": { (glob)
  template:
    compiler/lower/slurm/slurm_conf.cc:* (glob)

Files and lines that do not exist, and a spec with errors.

  $ skiff explain slurm/none.conf:1
  skiff: the output of cluster.yaml has no file slurm/none.conf
  [2]
  $ skiff explain slurm/slurm.conf:100000
  skiff: slurm/slurm.conf has 58 lines
  [2]
  $ skiff explain slurm/slurm.conf:0
  skiff: slurm/slurm.conf has 58 lines
  [2]
  $ sed 's/replicas/replcias/' cluster.yaml >bad.yaml
  $ skiff explain -f bad.yaml 'spec.nodeSets[0].replicas'
  bad.yaml:8:19: error: spec.nodeSets[0].replcias: unknown field "replcias"; did you mean "replicas"? [SKF101]
     8 |     - {name: cpu, replcias: 3, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-...
       |                   ^~~~~~~~
  [1]
