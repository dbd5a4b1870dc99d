A build over an older output says what the change does to the cluster, and refuses what would break it.

  $ skiff init .
  ./cluster.yaml
  ./cluster.schema.json
  $ sed -n 3,9p cluster.yaml
  kind: SlurmCluster
  metadata: {name: atlas, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
  spec:
    images: {registry: registry.example.com/skiff}   # where slurmctld, slurmd, \xe2\x80\xa6 are pulled from (esc)
    nodeSets:
      - {name: cpu, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    login:
  $ skiff build cluster.yaml -o out -q
  $ sed 's/replicas: 2/replicas: 3/' cluster.yaml >more.yaml
  $ skiff build more.yaml -o out --dry-run
  ~ k8s/nodeset-cpu.yaml
  ~ plan.yaml
  ~ slurm/slurm.conf
  skiff: out: 0 new, 3 changed, 0 removed, 27 unchanged
  skiff: in the cluster: 2 changes: 1 reconfigure, 1 taken up live
    reconfigure: slurm/slurm.conf
    taken up live: StatefulSet slurm/cpu
  $ skiff build more.yaml -o out --dry-run -q
  ~ k8s/nodeset-cpu.yaml
  ~ plan.yaml
  ~ slurm/slurm.conf

With --exit-code, a dry run fails if the directory would change. So CI can check that the output belongs to the spec.

  $ skiff build more.yaml -o out --dry-run -q --exit-code
  ~ k8s/nodeset-cpu.yaml
  ~ plan.yaml
  ~ slurm/slurm.conf
  [1]
  $ skiff build cluster.yaml -o out --dry-run -q --exit-code
  $ skiff build more.yaml -o new --dry-run -q --exit-code | tail -n 1
  + slurm/sshd_config.login
  $ skiff build more.yaml -o out --exit-code
  skiff: --exit-code applies only to --dry-run
  [2]

What Kubernetes refuses.

  $ cat >>cluster.yaml <<'END'
  >   controller: {state: {size: 10Gi}}
  > END
  $ skiff build cluster.yaml -o out -q
  $ cp -a out before
  $ sed 's/size: 10Gi/size: 20Gi/' cluster.yaml >larger.yaml
  $ skiff build larger.yaml -o out
  larger.yaml:11:30: error: spec.controller.state.size: Forbidden: Kubernetes refuses this change of StatefulSet slurm/atlas-slurmctld, which "out" has (spec.volumeClaimTemplates[state].spec.resources.requests.storage: 10Gi -> 20Gi); undo it, or build with --accept-refused [SKF501]
    11 |   controller: {state: {size: 20Gi}}
       |                              ^~~~
  larger.yaml:11:30: note: with --accept-refused, follow these steps: 1. kubectl -n slurm patch pvc state-atlas-slurmctld-0 -p '{"spec": {"resources": {"requests": {"storage": "20Gi"}}}}'; 2. kubectl -n slurm delete statefulset atlas-slurmctld --cascade=orphan; 3. kubectl apply -k out
    11 |   controller: {state: {size: 20Gi}}
       |                              ^~~~
  [1]
  $ skiff build larger.yaml -o out --dry-run
  larger.yaml:11:30: error: spec.controller.state.size: Forbidden: Kubernetes refuses this change of StatefulSet slurm/atlas-slurmctld, which "out" has (spec.volumeClaimTemplates[state].spec.resources.requests.storage: 10Gi -> 20Gi); undo it, or build with --accept-refused [SKF501]
    11 |   controller: {state: {size: 20Gi}}
       |                              ^~~~
  larger.yaml:11:30: note: with --accept-refused, follow these steps: 1. kubectl -n slurm patch pvc state-atlas-slurmctld-0 -p '{"spec": {"resources": {"requests": {"storage": "20Gi"}}}}'; 2. kubectl -n slurm delete statefulset atlas-slurmctld --cascade=orphan; 3. kubectl apply -k out
    11 |   controller: {state: {size: 20Gi}}
       |                              ^~~~
  [1]
  $ skiff build larger.yaml -o out --diagnostics json | jq -c '.diagnostics[] | [.rule, .path]'
  {
    "errors": 1,
    "warnings": 0,
    "diagnostics": [
      {
        "rule": "SKF501",
        "severity": "error",
        "file": "larger.yaml",
        "line": 11,
        "column": 30,
        "endLine": 11,
        "endColumn": 34,
        "path": "spec.controller.state.size",
        "problem": "Forbidden",
        "message": "Kubernetes refuses this change of StatefulSet slurm/atlas-slurmctld, which \"out\" has (spec.volumeClaimTemplates[state].spec.resources.requests.storage: 10Gi -> 20Gi); undo it, or build with --accept-refused",
        "text": "spec.controller.state.size: Forbidden: Kubernetes refuses this change of StatefulSet slurm/atlas-slurmctld, which \"out\" has (spec.volumeClaimTemplates[state].spec.resources.requests.storage: 10Gi -> 20Gi); undo it, or build with --accept-refused",
        "notes": [
          {
            "line": 11,
            "column": 30,
            "endLine": 11,
            "endColumn": 34,
            "message": "with --accept-refused, follow these steps: 1. kubectl -n slurm patch pvc state-atlas-slurmctld-0 -p '{\"spec\": {\"resources\": {\"requests\": {\"storage\": \"20Gi\"}}}}'; 2. kubectl -n slurm delete statefulset atlas-slurmctld --cascade=orphan; 3. kubectl apply -k out"
          }
        ]
      }
    ]
  }
  $ skiff build larger.yaml -o out --accept-other-cluster >/dev/null 2>&1
  [1]
  $ diff -r out before
  $ skiff build larger.yaml -o out --accept-refused
  skiff: out: 0 new, 2 changed, 0 removed, 28 unchanged
  skiff: in the cluster: 1 change: 1 refused by Kubernetes
    refused by Kubernetes: StatefulSet slurm/atlas-slurmctld
  $ skiff build larger.yaml -o out
  skiff: out: 0 new, 0 changed, 0 removed, 30 unchanged

Another cluster.

  $ sed 's/name: atlas/name: beta/' cluster.yaml >beta.yaml
  $ skiff build beta.yaml -o before
  beta.yaml:4:18: error: metadata.name: Forbidden: "before" has the output of the cluster "atlas" in the namespace "slurm"; build into another directory, or with --accept-other-cluster [SKF502]
     4 | metadata: {name: beta, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster o...
       |                  ^~~~
  [1]
  $ skiff build beta.yaml -o before --accept-refused 2>&1 | grep -c SKF502
  1
  $ sed 's/namespace: slurm/namespace: hpc/' cluster.yaml >elsewhere.yaml
  $ skiff build elsewhere.yaml -o before -q
  elsewhere.yaml:4:36: error: metadata.namespace: Forbidden: "before" has the output of the cluster "atlas" in the namespace "slurm"; build into another directory, or with --accept-other-cluster [SKF502]
     4 | metadata: {name: atlas, namespace: hpc}   # Slurm's ClusterName, and a namespace for this cluster on...
       |                                    ^~~
  [1]
  $ skiff build beta.yaml -o before --accept-other-cluster
  skiff: before: 0 new, 9 changed, 0 removed, 21 unchanged
  skiff: in the cluster: 24 changes: 2 loses data, 1 refused by Kubernetes, 1 nodes drained, 1 pods replaced, 19 taken up live
    loses data: the cluster, StatefulSet slurm/atlas-slurmctld
    refused by Kubernetes: StatefulSet slurm/cpu
    nodes drained: StatefulSet slurm/cpu
    pods replaced: StatefulSet slurm/atlas-login
    taken up live: Namespace slurm, PodDisruptionBudget slurm/cpu, Service slurm/beta-nodes, Service slurm/beta-slurmctld, and 15 more

A file that somebody has changed is the first error, whatever it differs in.

  $ sed -i 's/podManagementPolicy: .*/podManagementPolicy: OrderedReady/' out/k8s/nodeset-cpu.yaml
  $ skiff build larger.yaml -o out
  skiff: out/k8s/nodeset-cpu.yaml: was changed after skiff wrote it; remove it, then skiff writes it again
  [2]

An older output that cannot be compared is no obstacle, because the build itself finds files that somebody has changed.

  $ rm before/plan.yaml
  $ skiff build larger.yaml -o before
  skiff: before: 1 new, 8 changed, 0 removed, 21 unchanged
  skiff: before: cannot be compared with the new output: before/plan.yaml: the file is missing
