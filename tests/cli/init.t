A first spec that compiles unchanged. No file is overwritten.

  $ skiff init
  ./cluster.yaml
  ./cluster.schema.json
  $ cat cluster.yaml
  # yaml-language-server: $schema=cluster.schema.json
  apiVersion: skiff/v1alpha1
  kind: SlurmCluster
  metadata: {name: atlas, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
  spec:
    images: {registry: registry.example.com/skiff}   # where slurmctld, slurmd, \xe2\x80\xa6 are pulled from (esc)
    nodeSets:
      - {name: cpu, replicas: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-1
    login:
      - name: login   # sshd; users submit their jobs from here
  $ ls
  cluster.schema.json
  cluster.yaml
  $ skiff check --strict cluster.yaml
  $ cp cluster.yaml before.yaml
  $ skiff init
  skiff: ./cluster.yaml: already exists; skiff does not overwrite it
  [2]
  $ cmp cluster.yaml before.yaml
  $ skiff init --name zeus sub
  sub/cluster.yaml
  sub/cluster.schema.json
  $ diff -U 0 cluster.yaml sub/cluster.yaml | tail -n 2
  -metadata: {name: atlas, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
  +metadata: {name: zeus, namespace: slurm}   # Slurm's ClusterName, and a namespace for this cluster only
  $ skiff check --strict sub/cluster.yaml

A spec for a trial, that of examples/quickstart. Only the name of the cluster and the place of the schema differ.

  $ skiff init --trial --name zeus trial
  trial/cluster.yaml
  trial/cluster.schema.json
  $ diff -U 0 "$TESTDIR/../../examples/quickstart/cluster.yaml" trial/cluster.yaml | tail -n +3
  @@ -1 +1 @@
  -# yaml-language-server: $schema=../../schema/cluster.schema.json
  +# yaml-language-server: $schema=cluster.schema.json
  @@ -4 +4 @@
  -metadata: {name: atlas}
  +metadata: {name: zeus}
  $ skiff check --strict trial/cluster.yaml

The schema may exist already, but another file of its name is an error.

  $ rm cluster.yaml
  $ skiff init
  ./cluster.yaml
  ./cluster.schema.json
  $ rm cluster.yaml
  $ echo '{}' >cluster.schema.json
  $ skiff init
  skiff: ./cluster.schema.json: already exists; skiff does not overwrite it
  [2]
  $ test ! -e cluster.yaml
  $ skiff init --name 'Not_A_Name' bad
  skiff: --name "Not_A_Name": must be a lower-case DNS label: letters, digits and '-', beginning with a letter; for example atlas
  [2]
  $ test ! -e bad
  $ skiff init --name "$(printf 'a%.0s' {1..31})" bad
  skiff: --name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 30 characters, but has 31; for example atlas
  [2]
  $ skiff init --name true named && skiff check --strict named/cluster.yaml
  named/cluster.yaml
  named/cluster.schema.json
  $ grep -o 'name: "true"' named/cluster.yaml
  name: "true"
