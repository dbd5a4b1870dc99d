#!/usr/bin/env bash
# Tests that jobs land where the topology of a spec says, with the real Slurm of several releases; see topology.sh.
#   topology_test.sh SKIFF CASE...
# A CASE is RELEASE:TYPE, where TYPE is block, tree, or both: a tree for the cluster, and blocks for a partition. With labelled-block and
# labelled-tree, labels of Kubernetes nodes say where the nodes of the racks are.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
shift

leaves='{name: leaf-1, nodeSets: [rack-a]}, {name: leaf-2, nodeSets: [rack-b]}, {name: leaf-3, nodeSets: [cpu]}'
tree="{type: tree, switches: [$leaves, {name: spine, switches: \"leaf-[1-3]\"}]}"
block='{type: block}'
places='{name: one}, {name: two}, {name: rest, nodeSets: [cpu]}'
labelled_block="{type: block, fromNodeLabel: place, blockSizes: [3], blocks: [$places]}"
labelled_tree="{type: tree, fromNodeLabel: place, switches: [$places, {name: spine, switches: \"one,two,rest\"}]}"

# Starts the test of one case, in its own directory: begin_release RELEASE:TYPE
begin_release() {
  local release=${1%:*} type=${1#*:} dir cluster partition=
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$1")
  printf '%s\n' "$release" >"$dir/release"
  printf '%s\n' "$type" >"$dir/type"
  case $type in
    block) cluster=$block ;;
    tree) cluster=$tree ;;
    both) cluster=$tree partition=", topology: $block" ;;
    labelled-block) cluster=$labelled_block ;;
    labelled-tree) cluster=$labelled_tree ;;
  esac
  lab_spec "$release" "$here/topology.yaml" | sed -e "s/ PARTITION/$partition/; s/TOPOLOGY$/$cluster/" >"$dir/cluster.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/topology.sh
}

lab_releases topology "$@"
