#!/usr/bin/env bash
# explain: both ways between the spec and the output, and fields and rules without a spec.
# shellcheck source-path=SCRIPTDIR source=harness.sh
source "$(dirname "$0")/harness.sh"

# Fields are explained where there is no spec.
run explain spec.target.kubernetes
expect_status 0
expect_no_err
expect_out "default:"
expect_out "1.30, 1.31"
expect_out "schema/cluster.schema.json:"

# A field of every item of a list.
run explain spec.nodeSets.weight
expect_status 0
expect_out "schema/cluster.schema.json:"
run explain spec.nodeSets.wieght
expect_status 2
expect_err 'there is no field spec.nodeSets.wieght; did you mean "weight"?'

good_spec
run build cluster.yaml -o out
place=$(grep -n 'replicas' cluster.yaml | cut -d: -f1)

# From a field to the lines that it decides.
run explain 'spec.nodeSets[0].replicas'
expect_status 0
expect_out "cluster.yaml:$place:"
expect_out "It decides:"
decided=$(grep -m 1 '^slurm/slurm.conf:[0-9]*: NodeName=' "$work/out" | cut -d: -f1,2 || true)
expect "a line of slurm.conf" test -n "$decided"

# And back, with the path as it is in the folder, behind its name, and from elsewhere.
for path in "$decided" "out/$decided" "./out/$decided" "$PWD/out/$decided" "$decided:7"; do
  run explain "$path"
  expect_status 0
  expect_out "spec.nodeSets[0].replicas"
  expect_out "cluster.yaml:$place:"
done
run explain -o some/where "some/where/$decided"
expect_out "spec.nodeSets[0].replicas"

# The decided line is the very line of the file.
number=${decided#*:}
expect "the text of the line" grep -qF -- "$(sed -n "${number}p" out/slurm/slurm.conf)" "$work/out"

# A default leads to the schema, and back.
run explain spec.target.clusterDomain
expect_out "Its default decides:"
decided=$(grep -m 1 '^[a-z0-9/._-]*:[0-9]*: ' "$work/out" | cut -d: -f1,2 || true)
run explain "$decided"
expect_out "defaults:"
expect_out "schema/cluster.schema.json:"

# The folder may be older than the spec.
sed -i 's/replicas: 2/replicas: 3/' cluster.yaml
run explain 'spec.nodeSets[0].replicas'
decided=$(grep -m 1 '^slurm/slurm.conf:[0-9]*: NodeName=' "$work/out" | cut -d: -f1,2 || true)
run explain "out/$decided"
expect_out "build again"

# What is not there.
run explain slurm/none.conf:1
expect_status 2
expect_err "cluster.yaml compiles to no file slurm/none.conf"
run explain slurm/slurm.conf:100000
expect_status 2
expect_err "slurm/slurm.conf has "
run explain slurm/slurm.conf:0
expect_status 2
bad_spec bad.yaml
run explain -f bad.yaml 'spec.nodeSets[0].replicas'
expect_status 1

# Rules.
run explain SKF101
expect_status 0
expect_out "SKF101: "
expect_out "Example, golden/errors/"
expect_out "kind: SlurmCluster"
run explain skf101
expect_status 0

finish
