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
  skiff: out: 0 new, 0 changed, 0 removed, 31 unchanged
  $ git diff --name-only
  out/.skiff
  $ git commit -qam tidy

A checkout with Windows line ends keeps the output.

  $ git -c core.autocrlf=true clone -q . clone
  $ skiff build clone/cluster.yaml -o clone/out
  skiff: clone/out: 0 new, 0 changed, 0 removed, 31 unchanged
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
