#!/usr/bin/env bash
# Tests start-slurmd.sh: it passes its arguments to slurmd, forwards SIGTERM, reaps orphans, and undoes a drain only if it is its own and
# only once the new slurmd has registered.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
# shellcheck source-path=SCRIPTDIR source=start_slurmd_parts.sh
. "$(dirname "${BASH_SOURCE[0]}")/start_slurmd_parts.sh"

new_case "the drain of the previous pod is undone"
node_is IDLE+DRAIN its-own 'skiff: pod is stopping'
start
soon grep -q 'state=idle' "$lab/calls"
called '^slurmd -D -b -N a-0 --conf-server ctl:6817$'
called '^scontrol update nodename=a-0 state=idle$'
soon grep -q 'accepts jobs again' "$lab/out"
says '^a line of the log$'
! grep -q 'an early line' "$lab/out" || bad "an early line is printed although slurmd did not fail"
stop
# It is printed because slurmd exited with an error.
says '^an early line$'

for state in MIXED+CLOUD+DRAIN ALLOCATED+DRAIN IDLE+COMPLETING+DRAIN; do
  new_case "the drain of a node in state $state is undone, and slurmctld asks the node first"
  node_is "$state" its-own 'skiff: pod is stopping'
  start
  soon grep -q 'accepts jobs again' "$lab/out"
  called '^scontrol update nodename=a-0 state=undrain$'
  called not 'state=idle'
  stop
done

new_case "the jobs of an earlier pod are removed from the files for the DCGM exporter, and so are those of this pod when it ends"
node_is IDLE+CLOUD its-own none
records=/run/skiff/gpu-jobs/.skiff/node-a-0
mkdir -p "$records"
echo '0 7' >"$records/7"
echo 7 >/run/skiff/gpu-jobs/0
start
[ ! -e /run/skiff/gpu-jobs/0 ] || bad "the job of the earlier pod is still there"
mkdir -p "$records"
echo '0 8' >"$records/8"
stop
[ ! -e "$records" ] || bad "a job of this pod is still there"
rm -r /run/skiff

new_case "watch-node.sh runs beside slurmd, and ends with it"
node_is IDLE+CLOUD its-own none
start
soon grep -qx 'scontrol show slurmd' "$lab/calls"
stop
! pgrep -f watch-node.sh >/dev/null || bad "it still runs"

new_case "slurmd starts at once in a new pod"
node_is IDLE+CLOUD its-own none
rm /run/slurmd.before
: >"$lab/naps"
start
! grep -qx 0.05 "$lab/naps" || bad "waits for the next second"
stop

new_case "slurmd starts in the next second in a restarted container"
node_is IDLE+CLOUD its-own none
before=$(date +%s)
start
[ "$(stat -c %Y "$lab/answer.ready")" -gt "$before" ] || bad "starts in the same second"
stop

new_case "slurmd gets the limits of the spec, and the defaults"
node_is IDLE+CLOUD its-own none
export LIMITS=nofile=400 LIMITS_IF_POSSIBLE=memlock=16
start
[ "$(cat "$lab/answer.limits")" = '16 16 400 400' ] || bad "the limits are $(cat "$lab/answer.limits")"
stop
unset LIMITS LIMITS_IF_POSSIBLE

new_case "a default limit that the pod may not set becomes the hard limit"
node_is IDLE+CLOUD its-own none
LIMITS_IF_POSSIBLE='memlock=unlimited nofile=600' start_limited
soon test -e "$lab/answer.ready"
says 'limit memlock of jobs is 32, because the pod may not set it to unlimited$'
says 'limit nofile of jobs is 500, because the pod may not set it to 600$'
[ "$(cat "$lab/answer.limits")" = '32 32 500 500' ] || bad "the limits are $(cat "$lab/answer.limits")"
stop

new_case "a GPU driver in a directory of its own becomes known to the loader and to PATH"
node_is IDLE+CLOUD its-own none
mkdir -p "$lab/driver/lib64" "$lab/driver/bin" "$lab/programs"
printf '#!/bin/sh\n' >"$lab/driver/bin/nvidia-smi"
: >"$lab/driver/bin/notes"
chmod 755 "$lab/driver/bin/nvidia-smi"
export SKIFF_GPU_DRIVER=$lab/driver SKIFF_PROGRAMS=$lab/programs
start
called "^ldconfig -X $lab/driver/lib64$"
[ "$(readlink "$lab"/programs/*)" = "$lab/driver/bin/nvidia-smi" ] || bad "the programs are $(ls -l "$lab/programs")"
stop

new_case "slurmd starts although the loader cannot learn about the driver"
node_is IDLE+CLOUD its-own none
echo 1 >"$lab/answer.ldconfig"
start
says 'ldconfig failed: programs may not find the GPU driver in .*/driver/lib64$'
stop
unset SKIFF_GPU_DRIVER SKIFF_PROGRAMS

new_case "slurmd does not start without a limit of the spec"
node_is IDLE+CLOUD its-own none
LIMITS=nofile=600 start_limited
code=0
soon ended_or_ready
kill -TERM "$pid" 2>/dev/null || true
wait "$pid" || code=$?
[ "$code" -eq 1 ] || bad "exit code $code"
says 'cannot set limit nofile of jobs to 600: its hard limit in this pod is 500$'
called not '^slurmd'

new_case "an administrator's drain stays"
node_is IDLE+DRAIN its-own 'disk is slow'
start
soon grep -q 'stays drained for another reason: disk is slow' "$lab/out"
called not update
stop

new_case "an administrator's drain stays, even if it quotes skiff's reason"
node_is IDLE+DRAIN its-own 'after Reason=skiff: pod is stopping'
start
soon grep -q 'stays drained for another reason: after Reason=skiff' "$lab/out"
called not update
stop

new_case "the drain stays until the new slurmd has registered"
node_is IDLE+DRAIN '1 hour ago' 'skiff: pod is stopping'
start
soon grep -q 'if skiff drained it, it stays drained' "$lab/out"
called not update
stop

new_case "without a drain the node is not changed, and old containers are deleted"
node_is IDLE+CLOUD its-own none
mkdir -p "$lab/containers/data/1000/left"
export CONTAINERS=$lab/containers
start
unset CONTAINERS
soon grep -q '^slurmd ' "$lab/calls"
{ [ -d "$lab/containers/data" ] && [ ! -e "$lab/containers/data/1000" ]; } || bad "the containers' directories"
soon grep -q 'show node' "$lab/calls"
/usr/bin/sleep 0.3
called not update
stop

new_case "the site's files are linked where slurmd looks for its configuration"
node_is IDLE+CLOUD its-own none
mkdir "$lab/site"
: >"$lab/site/oci.conf"
export SITE_FILES=$lab/site SKIFF_CONF_CACHE=$lab/cache
start
unset SITE_FILES SKIFF_CONF_CACHE
soon grep -q '^slurmd ' "$lab/calls"
[ "$lab/cache/oci.conf" -ef "$lab/site/oci.conf" ] || bad "no oci.conf beside the configuration"
stop

new_case "users cannot delete each other's files in the directories that they share"
node_is IDLE+CLOUD its-own none
mkdir "$lab/shared" "$lab/scratch"
chmod 777 "$lab/shared" "$lab/scratch"
export SHARED_FOLDERS="$lab/shared $lab/scratch"
start
unset SHARED_FOLDERS
[ "$(stat -c %a "$lab/shared" "$lab/scratch" | uniq)" = 1777 ] || bad "modes $(stat -c %a "$lab/shared" "$lab/scratch")"
stop

new_case "with a jail, directories outside it are closed before slurmd starts"
node_is IDLE+CLOUD its-own none
mkdir -m 777 "$lab/closed"
export CLOSED=$lab/closed SKIFF_HOOKS=$lab/run/hooks
start
unset CLOSED SKIFF_HOOKS
[ "$lab/run/hooks/hook.sh" -ef "$pod/hook.sh" ] || bad "no link to the site's programs for exempt users"
[ "$(stat -c %a "$lab/closed")" = 755 ] || bad "mode $(stat -c %a "$lab/closed")"
stop

new_case "sshd runs beside slurmd if the spec has ssh to the workers, and ends with it"
node_is IDLE+CLOUD its-own none
fake sshd <<'SH'
case "$*" in *-D*) exec /usr/bin/sleep 1000 ;; esac
SH
export SSHD=$lab/sshd_config SKIFF_SSHD=$lab/bin/sshd
start
unset SSHD SKIFF_SSHD
soon grep -q "^sshd -D -e -f $lab/sshd_config" "$lab/calls"
called '^slurmd '
stop
soon nothing_sleeps 1000

new_case "slurmd gets SIGHUP when its key changes"
node_is IDLE+CLOUD its-own none
printf one >"$lab/answer.key"
export SLURM_SACK_JWKS=$lab/answer.key
start
unset SLURM_SACK_JWKS
# Wait until on-change.sh has seen the first content.
naps 1 10
exchange "$lab/answer.key" two
soon grep -q 'read the new key' "$lab/out"
stop

new_case "a job that died with the previous pod is reported as a node failure"
node_is ALLOCATED its-own none
jobs_began '1 minute ago'
start
soon grep -q 'accepts jobs again' "$lab/out"
called 'state=drain reason=skiff: pod is stopping'
called 'state=down reason=skiff: pod was replaced under its jobs'
called 'state=resume'
says 'slurmctld requeues them'
stop

new_case "a job that started less than a second before the script is reported too"
node_is ALLOCATED its-own none
before=$(date +%s)
until [ "$(date +%s)" -gt "$before" ]; do :; done
jobs_began now
start
soon grep -q 'accepts jobs again' "$lab/out"
called 'state=down reason=skiff: pod was replaced under its jobs'
stop

new_case "nothing is reported if one of the jobs may still run"
node_is ALLOCATED its-own none
jobs_began '1 minute ago' '1 minute'
start
soon grep -q squeue "$lab/calls"
/usr/bin/sleep 0.3
called not 'update'
stop

new_case "nothing is reported while a step runs in the pod"
node_is ALLOCATED its-own none
jobs_began '1 minute ago'
cp /usr/bin/sleep "$lab/bin/slurmstepd"
slurmstepd 60 &
step=$!
start
soon grep -q squeue "$lab/calls"
/usr/bin/sleep 0.3
called not 'update'
stop
kill -KILL "$step"
wait "$step" 2>/dev/null || true

new_case "nothing is reported on a node that an administrator drained"
node_is ALLOCATED+DRAIN its-own 'disk is slow'
jobs_began '1 minute ago'
start
soon grep -q 'another reason: disk is slow' "$lab/out"
called not 'update'
stop

new_case "SIGTERM before slurmd starts ends the script"
node_is IDLE+CLOUD its-own none
: >"$lab/naps"
code=0
# shellcheck disable=SC2016 # expanded by the inner shell
timeout 100 unshare --pid --fork --kill-child --mount-proc bash -c '
  (until grep -qx 0.05 "$lab/naps" || grep -q slurmd "$lab/calls"; do :; done; kill -TERM 1) &
  exec "$1" a-0' start "$pod/start-slurmd.sh" >"$lab/out" 2>&1 || code=$?
if ! grep -q slurmd "$lab/calls"; then
  [ "$code" -eq 143 ] || bad "exit code $code"
  says 'stopped before slurmd was started'
fi

new_case "orphans are reaped"
node_is IDLE+CLOUD its-own none
# shellcheck disable=SC2016 # expanded by the inner shell
unshare --pid --fork --kill-child --mount-proc bash -c '
  (
    until [ -e "$lab/answer.ready" ]; do /usr/bin/sleep 0.1; done
    cat /proc/[0-9]*/comm >"$lab/processes"
    # A process that has just ended may be seen before it is reaped, but not for long.
    for ((i = 0; i < 200; i++)); do
      /usr/bin/sleep 0.5
      # The status of grep says nothing: a process that ends meanwhile is an error, even if grep has found another one.
      grep -ls "^State:.Z" /proc/[0-9]*/status >"$lab/zombies"
      [ -s "$lab/zombies" ] || break
    done
    kill -TERM 1
  ) &
  exec "$1" a-0' start "$pod/start-slurmd.sh" >"$lab/out" 2>&1 || true
grep -qx slurmd "$lab/processes" || bad "slurmd did not run"
[ ! -s "$lab/zombies" ] || bad "zombies: $(cat "$lab/zombies")"
finish
