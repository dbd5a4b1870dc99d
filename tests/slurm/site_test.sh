#!/usr/bin/env bash
# Tests a site's own files and programs with the real Slurm of several releases at once; see site.sh.
#   site_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
shift

# Writes the files that the spec names, beside it: spec_files DIR TOPOLOGY
spec_files() {
  cat >"$1/job_submit.lua" <<'LUA'
function slurm_job_submit(job, partitions, user)
  if job.comment == "by the script" then
    slurm.log_user("no such job here")
    return slurm.ERROR
  end
  return slurm.SUCCESS
end
function slurm_job_modify(job, record, partitions, user) return slurm.SUCCESS end
LUA
  if [ "$2" = topology.yaml ]; then
    cat >"$1/$2" <<'YAML'
- topology: racks
  cluster_default: true
  tree: {switches: [{switch: leafa, nodes: "one-[0-1]"}, {switch: leafb, nodes: "two-[0-1]"}, {switch: spine, children: "leafa,leafb"}]}
YAML
  else
    printf '%s\n' 'SwitchName=leafa Nodes=one-[0-1]' 'SwitchName=leafb Nodes=two-[0-1]' 'SwitchName=spine Switches=leafa,leafb' >"$1/$2"
  fi
}

# Starts the test of one release, in its own directory: begin_release RELEASE
begin_release() {
  local release=$1 dir topology=topology.yaml bundles=yes
  lab_ask "$here/roots.sh" --for "$release"
  dir=$(lab_folder "$release")
  printf '%s\n' "$release" >"$dir/release"
  case $release in
    22.05) topology=topology.conf bundles=no ;;
    24.11) topology=topology.conf ;;
  esac
  lab_spec "$release" "$here/site.yaml" | sed "s/TOPOLOGY/$topology/g" >"$dir/cluster.yaml"
  [ "$bundles" = yes ] || sed -i '/containers: {oci/d; /scrun.lua:/,/^          end$/d' "$dir/cluster.yaml"
  spec_files "$dir" "$topology"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out"
  lab_begin 600 "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/site.sh
}

lab_releases site "$@"
