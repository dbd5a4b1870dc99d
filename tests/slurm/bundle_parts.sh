#!/usr/bin/env bash
# Sourced by site.sh: steps in OCI bundles (srun --container), which crun runs.
# shellcheck disable=SC2154 # login, worker: site.sh

# Creates a bundle with a few programs, as docs/containers.md says: make_bundle DIRECTORY
make_bundle() {
  local name
  mkdir -p "$1/rootfs/bin" "$1"/rootfs/{proc,dev,sys,tmp,run}
  cp /bin/busybox "$1/rootfs/bin/"
  for name in sh cat id sleep echo; do ln -s busybox "$1/rootfs/bin/$name"; done
  echo 'in the bundle' >"$1/rootfs/issue"
  (cd "$1" && crun spec --rootless)
  # scrun passes on the streams of its caller.
  sed -i 's/"terminal": true/"terminal": false/' "$1/config.json"
  chown -R alice: "$1"
}

# Runs a command as alice in a pod: as_alice POD COMMAND...
as_alice() {
  lab_in "$1" setpriv --reuid alice --regid alice --clear-groups env HOME=/home/alice "${@:2}" </dev/null
}

# Runs a step in the bundle: in_bundle COMMAND...
in_bundle() {
  as_alice "$login" srun --mem=1M --chdir=/tmp -w "$worker" --container=/srv/bundle "$@"
}

# Prints the directories of steps in bundles.
step_directories() {
  lab_in "$worker" find /var/spool/slurmd -maxdepth 1 -name 'oci-job*'
}
is_clean() {
  [ -z "$(step_directories)" ]
}

# Succeeds when a step has the exit code of its command.
has_exit_code() {
  local code=0
  in_bundle /bin/sh -c 'exit 3' 2>/dev/null || code=$?
  [ "$code" = 3 ]
}

# Succeeds when a batch job ran in the bundle.
batch_runs() {
  printf '#!/bin/sh\ncat /issue\n' >/srv/script
  chmod 755 /srv/script
  as_alice "$login" sbatch --quiet --wait --mem=1M --chdir=/tmp -w "$worker" --container=/srv/bundle --output=/tmp/in-bundle /srv/script &&
    lab_in "$worker" grep -qx 'in the bundle' /tmp/in-bundle
}

# Starts a job that sleeps in the bundle, and links in its directories that lead out of them. Its ID is `sleeping`.
start_sleeping() {
  as_alice "$login" sbatch --parsable --mem=1M --chdir=/tmp -w "$worker" --output=/dev/null \
    --wrap 'srun --container=/srv/bundle /bin/sleep 600' >/tmp/sleeping || return 1
  sleeping=$(cat /tmp/sleeping)
  mkdir -p /srv/precious
  touch /srv/precious/file
}
sleeps() {
  local directory=/var/spool/slurmd/oci-job$sleeping-0
  # From 25.05 on, the state of the runtime is in the directory of the step, not of the task.
  [ -n "$(lab_in "$worker" find "$directory" -maxdepth 2 -name state 2>/dev/null)" ] && as_alice "$worker" ln -sfn /srv/precious "$directory/task-9" &&
    as_alice "$worker" ln -sfn /srv/precious "$directory/task-0/link"
}
cancel_sleeping() {
  lab_in "$client" scancel "$sleeping"
}
has_ended() {
  [ -z "$(lab_in "$client" squeue -h -j "$sleeping" 2>/dev/null)" ] && ! pgrep -f '^/bin/sleep 600' >/dev/null
}

# Succeeds when scrun runs the bundle in a job, as podman and Docker call it. On a busy machine, scrun sometimes gives up ("Timeout waiting
# for socket"), and then a container of the same name never starts. So each try has another name, and ends what the last one left.
scrun_tries=0
scrun_runs() {
  pkill -KILL -u alice -x scrun || true
  scrun_tries=$((scrun_tries + 1))
  # shellcheck disable=SC2016 # expanded in the pod
  as_alice "$login" timeout -k 5 60 sh -c '
    state=/tmp/scrun.$1 bundle=/srv/scrun-out/bundle.$1 said=/srv/scrun-out/said.$1
    mkdir -p -m 700 "$state" "$bundle" && cp -a /srv/bundle/. "$bundle" && export XDG_RUNTIME_DIR="$state" &&
      sed -i "s;\"sh\";\"/bin/cat\", \"/issue\";" "$bundle/config.json" && cd "$bundle" &&
      timeout -k 5 30 scrun --root="$state" create --bundle="$bundle" "try-$1" >"$said" 2>&1 &&
      timeout -k 5 30 scrun --root="$state" start "try-$1" &&
      for try in 1 2 3 4 5 6 7 8 9 10; do ! grep -qx "in the bundle" "$said" || exit 0; sleep 1; done; cat "$said"; exit 1' - "$scrun_tries"
}

# All checks of bundles.
check_bundles() {
  make_bundle /srv/bundle
  install -d -o alice -g alice /srv/scrun-out
  step 20 "a step runs in an OCI bundle" same 'in the bundle' in_bundle /bin/cat /issue
  step 20 "its user is root in the bundle" same 0 in_bundle /bin/id -u
  step 20 "each task of a step has its own container" same $'1\n1' in_bundle -n 2 /bin/sh -c 'echo $$'
  step 20 "the step has the exit code of its command" has_exit_code
  step 40 "a batch script runs in the bundle" batch_runs
  step 10 "nothing is left of the steps" is_clean
  step 10 "a job starts a long step" start_sleeping
  step 30 "the step runs" sleeps
  step 1 "the job is cancelled" cancel_sleeping
  step 60 "no process of the cancelled step is left" has_ended
  step 20 "nor any of its files" is_clean
  step 1 "files to which the user's links lead are not deleted" test -e /srv/precious/file
  step 150 "scrun runs the bundle in a job" scrun_runs
  # shellcheck disable=SC2016 # expanded in the container
  step 20 "a step in a bundle has the variables of its job" same job in_bundle /bin/sh -c 'echo "${SLURM_JOB_ID:+job}"'
  change oci.conf 's/^EnvExclude=.*/EnvExclude="^SLURM_JOB_ID="/'
  # shellcheck disable=SC2016 # expanded in the container
  step 60 "slurmd uses a changed oci.conf after a reconfigure" same none in_bundle /bin/sh -c 'echo "${SLURM_JOB_ID:-none}"'
  step 1 "slurmd logs no error about bundles" quiet_about_bundles
}
same() {
  [ "$("${@:2}" 2>/dev/null)" = "$1" ]
}
quiet_about_bundles() {
  ! grep -E 'error: .*(RunTime|container|oci|unlink|rmdir)' "$lab_log/$worker.log"
}
