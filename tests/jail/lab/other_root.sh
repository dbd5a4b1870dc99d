#!/usr/bin/env bash
# Sourced by inside.sh: Slurm's commands in a jail of another Debian suite, which has another C library and nothing of Slurm.
# shellcheck disable=SC2154,SC2016 # jail, plugins: cluster.sh

# Removes Slurm from the jail, and libraries that only Slurm needs there. The programs of users need libpmix, and it needs libmunge.
remove_slurm() {
  chroot "$jail" dpkg-query --show --showformat '${Package}\n' | sed -En '/slurm|^munge|^libjwt|^libjson-c|^liblua|^sackd/p' |
    while IFS= read -r package; do
      chroot "$jail" dpkg --listfiles "$package" || true
    done | while IFS= read -r file; do
      [ -d "$jail$file" ] || rm -f "$jail$file"
    done
}

# Adds to the jail what the nodes mount and what users call, as the populate Job does for a root that it did not copy.
furnish() {
  printf '%s\n' 7 "the image of another suite" >"$jail/etc/skiff-jail"
  bash /w/populate-jail.sh / "$jail" 7 "the image of another suite" IfEmpty "$plugins" /usr/libexec/skiff/slurm 2>&1
}

# Prints the commands of Slurm that cannot be started in the jail. Some of them fail, because they know no --version or need a database.
not_started() {
  step alice n1 bash -c 'for file in /usr/libexec/skiff/slurm/s*; do
      said=$("$(basename "$file")" --version 2>&1) || [ $? -lt 126 ] || echo "$file: $said"
      [[ $said != *librar* && $said != *GLIBC* ]] || echo "$file: $said"
    done'
}

# A batch script submits another job, waits for it, and looks at it.
batch_calls_slurm() {
  batch alice -w n1 -o /home/alice/calls.out <<<$'#!/bin/bash
sbatch --quiet --wait --chdir / -w n2 --mem=1M -o /home/alice/inner.out --wrap "hostname; srun --quiet --chdir / hostname"
cat /home/alice/inner.out
scontrol show job $SLURM_JOB_ID | grep -o "JobState=RUNNING"
squeue --noheader --format "%u %T" --jobs $SLURM_JOB_ID
sinfo --noheader --format %D --partition main
squeue --json | grep -o job_state | sort -u
salloc --quiet -w n2 --mem=1M --chdir / srun --quiet --chdir / hostname'
  cat "$jail/home/alice/calls.out"
}

# Prints what bash completes of a word: completed COMMAND WORD
completed() {
  step alice n1 bash -c '
    . /usr/share/bash-completion/bash_completion
    . /etc/bash_completion.d/slurm
    completer=$(complete -p '"$1"' | sed "s/.*-F \([^ ]*\).*/\1/")
    COMP_WORDS=('"$1 $2"') COMP_CWORD=1 COMP_LINE="'"$1 $2"'" COMP_POINT=${#COMP_LINE}
    "$completer" '"$1 $2 $1"' 2>/dev/null
    printf "%s\n" "${COMPREPLY[@]}"'
}

part_other_root() {
  local suite
  suite=$(sed -n "s/^VERSION_CODENAME=//p" "$jail/etc/os-release")
  remove_slurm
  /w/collect /
  equals "the root gets what the nodes need" 'populate-jail: /mnt/jail is populated, version 7' furnish
  cluster_conf mounts=/etc/slurm/jail.mounts version=7 no-jail-users=dana
  cluster_mounts "$plugins $plugins bind ro" '/usr/libexec/skiff/slurm /usr/libexec/skiff/slurm bind ro'
  # The whole directory is mounted.
  sed -i '/spank_chroot.so/d' /w/conf/jail.mounts
  cluster_start
  equals "a step runs in the root of $suite" "VERSION_CODENAME=$suite" step alice n1 grep VERSION_CODENAME /etc/os-release
  equals "each command of Slurm runs" '' not_started
  equals "a batch script calls Slurm's commands" $'n2\nn2\nJobState=RUNNING\nalice RUNNING\n2\njob_state\nn2' batch_calls_slurm
  equals "what srun starts uses the libraries of the root" "" step alice n1 bash -c 'srun --quiet --overlap --chdir / bash -c "grep /usr/libexec/skiff /proc/self/maps; env | grep ^LD_; true"'
  prints "srun knows the option of the jail's plugin" --no-jail step alice n1 srun --help
  # A user's own libraries, as conda sets them, do not reach Slurm's commands.
  step alice n1 bash -c 'mkdir -p ~alice/lib; cd ~alice/lib; for name in libslurmfull.so libc.so.6 libz.so.1 libmunge.so.2; do echo >$name; done'
  equals "LD_LIBRARY_PATH does not reach Slurm's commands" 2 step alice n1 bash -c 'LD_LIBRARY_PATH=~alice/lib; export LD_LIBRARY_PATH; sinfo --noheader --format %D --partition main'
  prints "bash completes srun's options" --partition completed srun --parti
  if [ -e "$plugins/mpi_pmix.so" ]; then
    prints "four ranks on two nodes connect through PMIx" "rank 0 of 4 got 10|rank 3 of 4 got 0" as alice srun --quiet --mpi=pmix -N2 -n4 --chdir / /usr/local/bin/pmix_ring
  fi
  equals "the root has no files of the nodes" '' find "$jail/usr/libexec/skiff" "$jail$plugins" ! -type d ! -name spank_chroot.so
  cluster_stop
}
