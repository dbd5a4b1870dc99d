What a change does to a running cluster. Each side is a spec or an output directory.

  $ skiff init .
  ./cluster.yaml
  ./cluster.schema.json
  $ sed 's/replicas: 2/replicas: 3/' cluster.yaml >new.yaml
  $ skiff diff cluster.yaml new.yaml
  2 changes: 1 reconfigure, 1 taken up live
  
  reconfigure
    slurm/slurm.conf
      SuspendExcNodes: cpu-[0-1] -> cpu-[0-2]
        by spec.nodeSets[0].replicas (new.yaml:8:29)
      NodeName: cpu-[0-1] -> cpu-[0-2]
        by spec.nodeSets[0].replicas (new.yaml:8:29)
      NodeName=cpu-[0-2] NodeAddr: cpu-[0-1].atlas-nodes.slurm.svc.cluster.local -> cpu-[0-2].atlas-nodes.slurm.svc.cluster.local
        by spec.nodeSets[0].replicas (new.yaml:8:29)
      PartitionName=main Nodes: cpu-[0-1] -> cpu-[0-2]
        by spec.nodeSets[0].replicas (new.yaml:8:29)
      The file reaches slurmctld's pod within about a minute. Then the container sidecar runs scontrol reconfigure, and slurmctld sends the new configuration to the workers. No pod is replaced for it.
  
  taken up live
    StatefulSet slurm/cpu
      spec.replicas: 2 -> 3
        by spec.nodeSets[0].replicas (new.yaml:8:29)
      Kubernetes applies it at once.
  [1]
  $ skiff diff cluster.yaml cluster.yaml
  $ skiff build cluster.yaml -o out -q
  $ skiff diff out cluster.yaml
  $ skiff diff out new.yaml | head -n 1
  2 changes: 1 reconfigure, 1 taken up live
  $ skiff build new.yaml -o newer -q
  $ skiff diff out newer
  2 changes: 1 reconfigure, 1 taken up live
  
  reconfigure
    slurm/slurm.conf
      SuspendExcNodes: cpu-[0-1] -> cpu-[0-2]
      NodeName: cpu-[0-1] -> cpu-[0-2]
      NodeName=cpu-[0-2] NodeAddr: cpu-[0-1].atlas-nodes.slurm.svc.cluster.local -> cpu-[0-2].atlas-nodes.slurm.svc.cluster.local
      PartitionName=main Nodes: cpu-[0-1] -> cpu-[0-2]
      The file reaches slurmctld's pod within about a minute. Then the container sidecar runs scontrol reconfigure, and slurmctld sends the new configuration to the workers. No pod is replaced for it.
  
  taken up live
    StatefulSet slurm/cpu
      spec.replicas: 2 -> 3
      Kubernetes applies it at once.
  [1]

The exit status depends on the class, if asked.

  $ skiff diff out new.yaml --fail-on reconfigure >/dev/null
  [1]
  $ skiff diff out new.yaml --fail-on drain >/dev/null
  $ skiff diff new.yaml out --fail-on drain >/dev/null
  [1]
  $ skiff diff new.yaml out --fail-on refused >/dev/null

Markdown and JSON.

  $ skiff diff out newer --output markdown
  **skiff diff**: 2 changes: 1 reconfigure, 1 taken up live
  
  ### reconfigure
  
  - **slurm/slurm.conf**: The file reaches slurmctld's pod within about a minute. Then the container sidecar runs scontrol reconfigure, and slurmctld sends the new configuration to the workers. No pod is replaced for it.
    - `SuspendExcNodes: cpu-[0-1] -> cpu-[0-2]`
    - `NodeName: cpu-[0-1] -> cpu-[0-2]`
    - `NodeName=cpu-[0-2] NodeAddr: cpu-[0-1].atlas-nodes.slurm.svc.cluster.local -> cpu-[0-2].atlas-nodes.slurm.svc.cluster.local`
    - `PartitionName=main Nodes: cpu-[0-1] -> cpu-[0-2]`
  
  ### taken up live
  
  - **StatefulSet slurm/cpu**: Kubernetes applies it at once.
    - `spec.replicas: 2 -> 3`
  [1]
  $ skiff diff out out --output markdown
  **skiff diff**: no changes
  $ skiff diff out newer --output json | head -n 12
  {
    "class": "reconfigure",
    "changes": [
      {
        "class": "reconfigure",
        "object": "slurm/slurm.conf",
        "change": "changed",
        "fields": [
          {
            "path": "SuspendExcNodes",
            "change": "changed",
            "before": "cpu-[0-1]",
  $ skiff diff out out --output json
  {
    "class": "nothing",
    "changes": []
  }

A spec from standard input; colors.

  $ skiff diff out - <new.yaml | grep stdin
        by spec.nodeSets[0].name (<stdin>:8:14), spec.nodeSets[0].replicas (<stdin>:8:29)
        by metadata.name (<stdin>:4:18), metadata.namespace (<stdin>:4:36), spec.nodeSets[0].name (<stdin>:8:14), and 3 more
        by metadata.name (<stdin>:4:18), metadata.namespace (<stdin>:4:36), spec.nodeSets[0].name (<stdin>:8:14), and 3 more
        by spec.nodeSets[0].name (<stdin>:8:14), spec.nodeSets[0].replicas (<stdin>:8:29), spec.nodeSets[0].hardware.cpus (<stdin>:8:49), and 1 more
        by spec.nodeSets[0].replicas (<stdin>:8:29)
  $ skiff diff out newer --color always | head -n 4 | cat -v
  2 changes: 1 reconfigure, 1 taken up live
  
  ^[[1;32mreconfigure^[[0m
    ^[[1mslurm/slurm.conf^[[0m

What cannot be read is an error of its own.

  $ skiff diff cluster.yaml
  skiff: NEW is required
  skiff: try `skiff diff --help`
  [2]
  $ skiff diff - - </dev/null
  skiff: only one of OLD and NEW can be standard input
  [2]
  $ skiff diff out missing.yaml
  skiff: missing.yaml: cannot open it: No such file or directory
  [2]
  $ skiff diff out --fail-on disaster new.yaml
  skiff: --fail-on: disaster not in {nothing,live,reconfigure,restart,pods,drain,unknown,refused,loses-data}
  skiff: try `skiff diff --help`
  [2]
  $ mkdir empty; skiff diff empty new.yaml
  skiff: empty: is not an output directory of skiff; it has no kustomization.yaml
  [2]
  $ sed 's/replicas: 2/replicas: two/' cluster.yaml >bad.yaml
  $ skiff diff out bad.yaml
  bad.yaml:8:29: error: spec.nodeSets[0].replicas: Invalid value: "two": must be an integer [SKF104]
     8 |     - {name: cpu, replicas: two, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cp...
       |                             ^~~
  [2]
  $ cp -r newer broken; rm broken/slurm/slurm.conf
  $ skiff diff out broken
  skiff: broken/slurm/slurm.conf: the file is missing
  [2]
  $ cp -r newer patched; printf 'patches:\n- path: mine.yaml\n' >>patched/kustomization.yaml
  $ skiff diff out patched
  skiff: patched/kustomization.yaml:74:1: skiff writes no field "patches" here; remove it
  [2]
  $ cp -r newer wrong; echo 'a: [' >wrong/k8s/nodes.yaml
  $ skiff diff out wrong
  skiff: wrong/k8s/nodes.yaml:1:4: no value can start with this character; put the text in quotes
  [2]
  $ cp -r newer away; sed -i 's|k8s/nodes.yaml|../nodes.yaml|' away/kustomization.yaml
  $ skiff diff out away
  skiff: away/kustomization.yaml: names a file outside the directory: ../nodes.yaml
  [2]

In Markdown, steps that are commands are code, and sentences are not.

  $ sed 's/^  images:/  auth: {method: munge}\n&/' cluster.yaml >munge.yaml
  $ skiff diff munge.yaml cluster.yaml --output markdown | grep -E '^  [0-9]\.'
    1. `scontrol update nodename=ALL state=drain reason=apply`
    2. Wait until squeue --states=R,CG shows no job.
    3. `kubectl apply -k out`
    4. Delete the pods of all workers and login sets.
    5. `scontrol update nodename=ALL state=resume`

SARIF for code scanning: each change at the field that decided it.

  $ skiff diff out new.yaml --output sarif | jq -c '.runs[0].tool.driver.rules[], (.runs[0].results[] | [.ruleId, .ruleIndex, .level, .message.text, .locations, .partialFingerprints])'
  {"id":"diff/live","helpUri":"docs/changes.md#classes"}
  {"id":"diff/reconfigure","helpUri":"docs/changes.md#classes"}
  ["diff/reconfigure",1,"note","slurm/slurm.conf: The file reaches slurmctld's pod within about a minute. Then the container sidecar runs scontrol reconfigure, and slurmctld sends the new configuration to the workers. No pod is replaced for it.\nSuspendExcNodes: cpu-[0-1] -> cpu-[0-2]\nNodeName: cpu-[0-1] -> cpu-[0-2]\nNodeName=cpu-[0-2] NodeAddr: cpu-[0-1].atlas-nodes.slurm.svc.cluster.local -> cpu-[0-2].atlas-nodes.slurm.svc.cluster.local\nPartitionName=main Nodes: cpu-[0-1] -> cpu-[0-2]",[{"physicalLocation":{"artifactLocation":{"uri":"new.yaml"},"region":{"startLine":8,"startColumn":14}},"logicalLocations":[{"fullyQualifiedName":"spec.nodeSets[0].name"}]}],{"skiffClassObjectAndPath/v1":"diff/reconfigure:slurm/slurm.conf:spec.nodeSets[0].name"}]
  ["diff/live",0,"note","StatefulSet slurm/cpu: Kubernetes applies it at once.\nspec.replicas: 2 -> 3",[{"physicalLocation":{"artifactLocation":{"uri":"new.yaml"},"region":{"startLine":8,"startColumn":29}},"logicalLocations":[{"fullyQualifiedName":"spec.nodeSets[0].replicas"}]}],{"skiffClassObjectAndPath/v1":"diff/live:StatefulSet slurm/cpu:spec.nodeSets[0].replicas"}]
  $ skiff diff out newer --output sarif | jq -c '.runs[0].results[0].locations'
  [{"physicalLocation":{"artifactLocation":{"uri":"newer"}}}]
  $ skiff diff out out --output sarif | jq -c '.runs[0].results'
  []

A dump of the objects in a cluster. Without a record of what was applied, the fields of NEW are compared.

  $ skiff build cluster.yaml -q -o - --format json >dump.json
  $ skiff diff dump.json cluster.yaml
  $ skiff diff - out <dump.json
  $ jq '(.items[] | select(.kind == "StatefulSet" and .metadata.name == "cpu") | .spec.replicas) = 5 | .items[].status.phase = "Active"' dump.json >scaled.json
  $ skiff diff scaled.json cluster.yaml
  1 change: 1 nodes drained
  
  nodes drained
    StatefulSet slurm/cpu
      spec.replicas: 5 -> 2
        by spec.nodeSets[0].replicas (cluster.yaml:8:29)
      Kubernetes deletes the 3 pods with the highest numbers. Each drains its node and waits for its jobs, at most 7 days.
  [1]
  $ skiff diff cluster.yaml dump.json
  skiff: dump.json: has the objects of a cluster, which can only be OLD
  [2]
  $ sed 's/atlas/other/' cluster.yaml >other.yaml; skiff diff dump.json other.yaml
  skiff: dump.json: has no object of the cluster other in the namespace slurm
  [2]
