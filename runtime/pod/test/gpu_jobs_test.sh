#!/usr/bin/env bash
# Tests gpu-jobs.sh: the files for the DCGM exporter have the jobs of each GPU, under the number that the exporter knows.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
export SKIFF_GPU_JOBS=$lab/jobs SKIFF_MACHINE=$lab/machine SKIFF_LOG=$lab/out SLURMD_NODENAME=a-0

# Makes a machine whose GPUs have these PCI addresses and minor numbers: machine ADDRESS=MINOR...
machine() {
  local each
  rm -rf "$lab/machine" "$lab/jobs"
  mkdir -p "$lab/jobs" "$lab/machine/dev" "$lab/machine/sys/bus/pci/drivers/nvidia/module"
  touch "$lab/machine/dev/nvidiactl" "$lab/machine/dev/nvidia-uvm"
  for each; do
    mkdir -p "$lab/machine/sys/bus/pci/drivers/nvidia/${each%=*}" "$lab/machine/proc/driver/nvidia/gpus/${each%=*}"
    printf 'Model: \t\t NVIDIA H100\nBus Location: \t %s\nDevice Minor: \t %s\nGPU Excluded:\t No\n' "${each%=*}" "${each#*=}" \
      >"$lab/machine/proc/driver/nvidia/gpus/${each%=*}/information"
    touch "$lab/machine/dev/nvidia${each#*=}"
  done
}

# Runs the program as Slurm does: job prolog_slurmd|epilog_slurmd ID [GPUS]
job() {
  (
    export SLURM_SCRIPT_CONTEXT=$1 SLURM_JOB_ID=$2
    [ "$#" -lt 3 ] || export SLURM_JOB_GPUS=$3
    "$pod/gpu-jobs.sh"
  ) || bad "exit code $?"
}

# Checks the exporter's files: files NAME=JOB[,JOB...]...
files() {
  local file got=''
  for file in "$lab"/jobs/[0-9]*; do
    [ ! -e "$file" ] || got="$got $(basename "$file")=$(paste -sd, "$file")"
  done
  [ "$got" = "${*:+ }$*" ] || bad "files are$got"
}

new_case "each GPU has the file with its job while the job runs"
machine 0000:18:00.0=0 0000:2a:00.0=1 0000:3a:00.0=2
job prolog_slurmd 7 0,2
files 0=7 2=7
job prolog_slurmd 8 1
files 0=7 1=8 2=7
job epilog_slurmd 7
files 1=8
job epilog_slurmd 8
files

[ "$(stat -c %a "$lab/jobs/.skiff")" = 700 ] || bad "users can take the lock"

new_case "jobs that share a GPU are on lines of one file, each once"
job prolog_slurmd 7 1
# A GPU with parts may be listed for each of them.
job prolog_slurmd 8 1,1
files 1=7,8
job epilog_slurmd 8 1
files 1=7
job epilog_slurmd 7 1

new_case "a job without GPUs has no file"
job prolog_slurmd 9
files
job epilog_slurmd 9
files

new_case "the files have the numbers of NVML, which are in the order of the PCI addresses"
machine 0000:18:00.0=2 0000:2a:00.0=0 0001:00:00.0=1
job prolog_slurmd 7 0
files 1=7
job prolog_slurmd 8 1,2
files 0=8 1=7 2=8

new_case "in a pod with some of the GPUs, too"
machine 0000:18:00.0=0 0000:2a:00.0=1 0000:3a:00.0=2 0000:4a:00.0=3
rm "$lab/machine/dev/nvidia0" "$lab/machine/dev/nvidia1"
# The container runtime shows only the GPUs of the pod in /proc.
rm -r "$lab/machine/proc/driver/nvidia/gpus/0000:18:00.0" "$lab/machine/proc/driver/nvidia/gpus/0000:2a:00.0"
job prolog_slurmd 7 0
job prolog_slurmd 8 1
files 2=7 3=8

new_case "pods on one machine keep each other's jobs"
SLURMD_NODENAME=b-0 job prolog_slurmd 9 1
files 2=7 3=8,9
"$pod/gpu-jobs.sh" clear a-0
files 3=9

new_case "a pod that has all GPUs removes what others have left"
machine 0000:18:00.0=0
SLURMD_NODENAME=b-0 job prolog_slurmd 9 0
echo 4 >"$lab/jobs/5"
"$pod/gpu-jobs.sh" clear a-0
files

new_case "without the driver's files, the number is that of the device file"
machine
touch "$lab/machine/dev/nvidia4" "$lab/machine/dev/nvidia10"
job prolog_slurmd 7 0,1
files 10=7 4=7

new_case "with twelve GPUs, places are in the order of numbers"
machine 0000:00:00.0=0 0000:01:00.0=1 0000:02:00.0=2 0000:03:00.0=3 0000:04:00.0=4 0000:05:00.0=5 0000:06:00.0=6 0000:07:00.0=7 \
  0000:08:00.0=8 0000:09:00.0=9 0000:0a:00.0=10 0000:0b:00.0=11
job prolog_slurmd 7 2,11
files 11=7 2=7

new_case "jobs that start at once are all there"
machine 0000:18:00.0=0 0000:2a:00.0=1
for ((i = 1; i <= 12; i++)); do
  job prolog_slurmd "$i" "$((i % 2))" &
done
wait
[ "$(cat "$lab"/jobs/[01] | wc -l)" -eq 12 ] || bad "jobs are lost"

new_case "nothing is done on a node without the directory, and a directory that cannot be written fails no job"
rm -rf "$lab/jobs"
job prolog_slurmd 7 0
[ ! -e "$lab/jobs" ] || bad "the directory is created"
mkdir "$lab/jobs"
touch "$lab/jobs/.skiff"
job prolog_slurmd 7 0
says "gpu-jobs: cannot write to $lab/jobs"

new_case "a file that cannot be written is logged, and fails no job"
rm -rf "$lab/jobs"
mkdir -p "$lab/jobs/.skiff/all"
job prolog_slurmd 7 0 2>/dev/null
says "gpu-jobs: cannot write the jobs of GPUs to $lab/jobs"
finish
