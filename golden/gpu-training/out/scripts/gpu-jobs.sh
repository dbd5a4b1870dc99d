#!/usr/bin/env bash
# Writes which jobs use which GPUs, for NVIDIA's DCGM exporter: a file for each GPU that has jobs, with the ID of a job on each line. The
# exporter puts it into the label hpc_job of the metrics of that GPU.
#   gpu-jobs.sh             as Prolog or Epilog of slurmd: adds or removes the job
#   gpu-jobs.sh clear NODE  when the pod of a node starts or ends: removes its jobs
# Never fails, because the metrics are not worth a failed job or a drained node.
#
# What each node has is in the subdirectory .skiff, which the exporter does not read: node-NODE/JOB, with lines "GPU JOB". The files of the
# exporter are made from that, because pods of several nodes may share a machine, and jobs may share a GPU.
set -uo pipefail
# slurmd passes only a minimal environment.
PATH="$PATH:/usr/sbin:/usr/bin:/sbin:/bin"
export LC_ALL=C
folder=$(printenv SKIFF_GPU_JOBS) || folder=/run/skiff/gpu-jobs
machine=$(printenv SKIFF_MACHINE) || machine=
log=$(printenv SKIFF_LOG) || log=/proc/1/fd/2
records=$folder/.skiff

say() {
  { printf 'gpu-jobs: %s\n' "$*" >"$log"; } 2>/dev/null || true
}

# Prints the minor numbers of the GPUs in this pod, in the order of gres.conf.
gpus_here() {
  local file
  for file in "$machine"/dev/nvidia[0-9]*; do
    basename "$file"
  done | sed -n 's/^nvidia\([0-9]\{1,\}\)$/\1/p' | sort -n
}

# Prints the PCI addresses of the machine's GPUs. NVML, and so the exporter, numbers the GPUs in this order. Unlike /dev, sysfs shows all of
# them in every pod.
gpus_of_machine() {
  find "$machine/sys/bus/pci/drivers/nvidia" -maxdepth 1 -name '*:*:*.*' -printf '%f\n' 2>/dev/null | sort
}

# Prints the number that the exporter gives to a GPU, which Slurm numbers by its place in gres.conf: number_of PLACE
# The driver numbers the device files in another order than NVML on some machines, and a pod may have only some of the GPUs.
number_of() {
  local minor file address number
  minor=$(gpus_here | sed -n "$(($1 + 1))p")
  [ -n "$minor" ] || minor=$1
  file=$(grep -slE "^Device Minor:[[:space:]]*$minor\$" "$machine"/proc/driver/nvidia/gpus/*/information | sed -n 1p)
  address=$(basename "$(dirname "$file")")
  number=$(gpus_of_machine | grep -nxF "$address" | cut -d: -f1)
  if [ -n "$number" ]; then
    echo "$((number - 1))"
  else
    echo "$minor"
  fi
}

# Writes the files of the exporter. A file without a job is removed: older exporters drop all metrics of a GPU whose file is empty.
write_files() {
  local all gpu file
  all=$(cat "$records"/*/* 2>/dev/null | grep -E '^[0-9]+ [0-9]+$' | sort -u)
  printf '%s\n' "$all" >"$records/all" || return 1
  for gpu in $(cut -d ' ' -f 1 "$records/all" | uniq); do
    sed -n "s/^$gpu //p" "$records/all" >"$records/new" || return 1
    cmp -s "$records/new" "$folder/$gpu" || mv -f "$records/new" "$folder/$gpu" || return 1
  done
  for file in "$folder"/[0-9]*; do
    gpu=$(basename "$file")
    grep -q "^$gpu " "$records/all" || rm -f "$file"
  done
}

# Takes the lock, until this program ends. Users who could open its file could take it, too, and delay every job of the node.
lock() {
  mkdir -m 700 "$records" 2>/dev/null || true
  if ! touch "$records/lock" 2>/dev/null; then
    say "cannot write to $folder"
    return 1
  fi
  exec 9<"$records/lock"
  flock -w 30 9 || {
    say "another program has locked $folder for 30 seconds"
    return 1
  }
}

# Adds a job: add NODE JOB PLACES
add() {
  local place
  mkdir -p "$records/node-$1"
  for place in $(printf '%s\n' "$3" | tr , ' '); do
    printf '%s %s\n' "$(number_of "$place")" "$2"
  done >"$records/new" && mv -f "$records/new" "$records/node-$1/$2"
}

# Removes the jobs of a node: clear NODE. If its pod has all GPUs of the machine, no other node runs here, so what is left of others is removed,
# too.
clear() {
  local total
  total=$(gpus_of_machine | wc -l)
  if [ "$total" -gt 0 ] && [ "$(gpus_here | wc -l)" -ge "$total" ]; then
    find "$records" -mindepth 1 -maxdepth 1 -type d -exec rm -rf {} +
  else
    rm -rf "$records/node-$1"
  fi
}

# Only pods with NVIDIA GPUs have the directory.
[ -d "$folder" ] || exit 0
lock || exit 0
if [ "$#" -eq 2 ]; then
  clear "$2"
else
  node=$(printenv SLURMD_NODENAME)
  job=$(printenv SLURM_JOB_ID)
  case $(printenv SLURM_SCRIPT_CONTEXT) in
    prolog*)
      if gpus=$(printenv SLURM_JOB_GPUS); then
        add "$node" "$job" "$gpus"
      fi
      ;;
    epilog*) rm -f "$records/node-$node/$job" ;;
  esac
fi
write_files || say "cannot write the jobs of GPUs to $folder"
exit 0
