#!/usr/bin/env bash
# Sourced by topology.sh: jobs, and where they land.
# shellcheck disable=SC2154 # topology: topology.sh; client: parts.sh

# Succeeds when the login pod has the topology, as a copy of sackd or in its mounted configuration.
login_reads_topology() {
  # shellcheck disable=SC2016 # that shell's own
  lab_in "$(login_sets)-0" sh -c '[ -r "/run/slurm/conf/$1" ] || [ -r "/etc/slurm/$1" ]' - "$topology"
}

# Succeeds when slurmctld has a block with these nodes: shows_block NAME NODES
shows_block() {
  lab_in "$client" scontrol --oneliner show topology | grep -E "^BlockName=$1 .*Nodes=$2( |$)" >/dev/null ||
    lab_in "$client" scontrol --oneliner show topology racks | grep -E "^BlockName=$1 .*Nodes=$2( |$)" >/dev/null
}

# Succeeds when a partition uses a topology: partition_has PARTITION TOPOLOGY
partition_has() {
  lab_in "$client" scontrol --oneliner show partition "$1" | grep -E " Topology=$2( |$)" >/dev/null
}

# Keeps these nodes busy until `vacate`: occupy NODES
occupy() {
  holder=$(submit -p plain -w "$1" --exclusive --wrap 'sleep 3600')
  lab_until 20 job_is "$holder" RUNNING
}

vacate() {
  cancel "$holder"
}

# Cancels a job and waits until its nodes are free: cancel ID
cancel() {
  lab_in "$client" scancel "$1"
  lab_until 30 ended "$1"
}
ended() {
  ! lab_in "$client" squeue -h -j "$1" -o %T 2>/dev/null | grep . >/dev/null
}

# Prints how many nodes of each rack a job has, such as `2 rack-a`: racks_of ID
racks_of() {
  local list
  list=$(lab_in "$client" squeue -h -j "$1" -o %N)
  [ -z "$list" ] || lab_in "$client" scontrol show hostnames "$list" | sed 's/-[0-9]*$//' | sort | uniq -c
}

# Succeeds when all nodes of a job are in one rack.
together() {
  [ "$(racks_of "$1" | wc -l)" -eq 1 ]
}

# Succeeds when a job has two nodes in each of two racks.
in_pairs() {
  [ "$(racks_of "$1" | awk '{ print $1 }' | paste -sd,)" = 2,2 ]
}

# Runs a job on whole nodes, and succeeds if it starts and its nodes pass the check: lands CHECK PARTITION ARGUMENT...
lands() {
  local id status=0
  id=$(submit -p "$2" --exclusive "${@:3}" --wrap 'sleep 3600')
  lab_until 20 job_is "$id" RUNNING && "$1" "$id" || status=1
  if [ "$status" -ne 0 ]; then
    lab_in "$client" squeue -h -j "$id" -o 'job %i %T %N %r'
  fi
  cancel "$id"
  return "$status"
}

# Succeeds if slurmctld has tried to start a job, on whole nodes, and keeps it pending: waits PARTITION ARGUMENT...
waits() {
  local id status=0
  id=$(submit -p "$1" --exclusive "${@:2}" --wrap 'sleep 3600')
  lab_until 20 is_tried "$id" || status=1
  cancel "$id"
  return "$status"
}
is_tried() {
  lab_in "$client" squeue -h -j "$1" -o '%T %r' | grep -E '^PENDING ' | grep -vE ' (None|Priority|BeginTime)$' >/dev/null
}
