The output directory in Git. The attributes in it keep its bytes, and merge the list of its files.

  $ export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
  $ for who in AUTHOR COMMITTER; do export GIT_${who}_NAME=me GIT_${who}_EMAIL=me@example.com; done
  $ git init -q -b main .
  $ cat >cluster.yaml <<'END'
  > apiVersion: skiff/v1alpha1
  > kind: SlurmCluster
  > metadata: {name: atlas}
  > spec:
  >   images: {registry: registry.example.com}
  >   nodeSets:
  >     - name: a
  >       replicas: 2
  >       hardware: {cpus: 8, memory: 32Gi}
  >     - name: b
  >       replicas: 2
  >       hardware: {cpus: 8, memory: 32Gi}
  >     - name: c
  >       replicas: 2
  >       hardware: {cpus: 8, memory: 32Gi}
  >   login: [{name: login}]
  > END
  $ skiff build -q cluster.yaml -o out
  $ git add . && git commit -qm base

Two branches change a node set each, and merge without a conflict. The next build tidies the list of files.

  $ git switch -qc one && sed -i '9s/32Gi/64Gi/' cluster.yaml
  $ skiff build -q cluster.yaml -o out && git commit -qam one
  $ git switch -q main && git switch -qc two && sed -i '15s/32Gi/48Gi/' cluster.yaml
  $ skiff build -q cluster.yaml -o out && git commit -qam two
  $ git merge one -m merge >/dev/null
  $ skiff build cluster.yaml -o out
  skiff: out: 0 new, 0 changed, 0 removed, 32 unchanged
  $ git diff --name-only
  out/.skiff
  $ git commit -qam tidy

`skiff diff` reads revisions: of a spec, of the output, and of the files that a spec names.

  $ skiff diff main:out two:out | grep -v by
  3 changes: 2 nodes drained, 1 reconfigure
  
  nodes drained
    StatefulSet slurm/a
      spec.template.spec.containers[slurmd].resources.requests.memory: 32Gi -> 64Gi
      spec.template.spec.containers[slurmd].resources.limits.memory: 32Gi -> 64Gi
      spec.template.spec.volumes[shm].emptyDir.sizeLimit: 16Gi -> 32Gi
    StatefulSet slurm/c
      spec.template.spec.containers[slurmd].resources.requests.memory: 32Gi -> 48Gi
      spec.template.spec.containers[slurmd].resources.limits.memory: 32Gi -> 48Gi
      spec.template.spec.volumes[shm].emptyDir.sizeLimit: 16Gi -> 24Gi
      Kubernetes replaces none of the 2 pods. Each keeps its old template until you delete it. A deleted pod first drains its node and waits for its jobs, at most 7 days.
  
  reconfigure
    slurm/slurm.conf
      NodeName=a-[0-1] RealMemory: 31785 -> 63570
      NodeName=c-[0-1] RealMemory: 31785 -> 47678
      The file reaches slurmctld's pod within about a minute. Then the container sidecar runs scontrol reconfigure, and slurmctld sends the new configuration to the workers. No pod is replaced for it.
  $ skiff diff main:cluster.yaml two:cluster.yaml | grep 'spec.nodeSets.*:9:'
        by spec.nodeSets[0].hardware.memory (two:cluster.yaml:9:35)
        by spec.nodeSets[0].hardware.memory (two:cluster.yaml:9:35)
        by spec.nodeSets[0].hardware.memory (two:cluster.yaml:9:35)
        by spec.nodeSets[0].hardware.memory (two:cluster.yaml:9:35)
  $ mkdir clusters && cp cluster.yaml clusters/site.yaml && cp "$TESTDIR/../../examples/site/slurm/job_submit.lua" clusters
  $ echo '  slurm: {config: {JobSubmitPlugins: lua}, files: {job_submit.lua: {file: job_submit.lua}}}' >>clusters/site.yaml
  $ git add clusters && git commit -qm site && echo '-- changed' >>clusters/job_submit.lua
  $ skiff diff HEAD:clusters/site.yaml clusters/site.yaml
  1 change: 1 reconfigure
  
  reconfigure
    slurm/job_submit.lua
      1 line added
      The file reaches slurmctld's pod within about a minute. Then the container sidecar runs scontrol reconfigure, and slurmctld sends the new configuration to the workers. No pod is replaced for it. The next job uses the new script.
  [1]
  $ cd clusters && skiff diff HEAD:./site.yaml site.yaml --fail-on drain >/dev/null; cd ..
  $ git rm -q --cached clusters/job_submit.lua && git commit -qm broken
  $ skiff diff HEAD:clusters/site.yaml clusters/site.yaml
  HEAD:clusters/site.yaml:17:75: error: spec.slurm.files["job_submit.lua"].file: Invalid value: "job_submit.lua": file not found in the revision of the spec [SKF395]
    17 |   slurm: {config: {JobSubmitPlugins: lua}, files: {job_submit.lua: {file: job_submit.lua}}}
       |                                                                           ^~~~~~~~~~~~~~
  [2]
  $ skiff diff HEAD:nothing cluster.yaml
  skiff: HEAD:nothing: is neither a file nor an object in the Git repository
  [2]
  $ skiff diff nothing:out cluster.yaml
  skiff: nothing:out: is neither a file nor an object in the Git repository
  [2]
  $ skiff diff HEAD:clusters cluster.yaml
  skiff: HEAD:clusters: is not an output directory of skiff; it has no kustomization.yaml
  [2]
  $ (GIT_DIR=/nonexistent skiff diff HEAD:out cluster.yaml) 2>&1 | tail -n 1
  skiff: git cat-file: has ended
  $ head -c 17M /dev/zero >clusters/large.yaml && git add -f clusters/large.yaml && git commit -qm large
  $ skiff diff HEAD:clusters/large.yaml cluster.yaml
  skiff: HEAD:clusters/large.yaml: has more than 16 MiB
  [2]
  $ git rm -rqf clusters && rm -rf clusters && git commit -qm done

A checkout with Windows line ends keeps the output.

  $ git -c core.autocrlf=true clone -q . clone
  $ skiff build clone/cluster.yaml -o clone/out
  skiff: clone/out: 0 new, 0 changed, 0 removed, 32 unchanged
  $ rm -rf clone

Two branches change the same node set. Each file with a conflict is named. Removed, it is written again.

  $ git switch -qc three && sed -i '9s/64Gi/96Gi/' cluster.yaml
  $ skiff build -q cluster.yaml -o out && git commit -qam three
  $ git switch -q two && sed -i '9s/64Gi/80Gi/' cluster.yaml
  $ skiff build -q cluster.yaml -o out && git commit -qam four
  $ git merge three -m merge >/dev/null
  [1]
  $ git diff --name-only --diff-filter=U
  cluster.yaml
  out/k8s/nodeset-a.yaml
  out/plan.yaml
  out/slurm/slurm.conf
  $ git checkout --ours cluster.yaml 2>/dev/null
  $ skiff build cluster.yaml -o out
  skiff: out/k8s/nodeset-a.yaml: has a merge conflict; remove it, then skiff writes it again
  skiff: out/plan.yaml: has a merge conflict; remove it, then skiff writes it again
  skiff: out/slurm/slurm.conf: has a merge conflict; remove it, then skiff writes it again
  [2]
  $ git diff --name-only --diff-filter=U out | xargs rm
  $ skiff build -q cluster.yaml -o out && git add . && git commit -qm merge
  $ git status --short
