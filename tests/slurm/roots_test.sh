#!/usr/bin/env bash
# Checks what roots.sh says when sid cannot be installed, and when sid has a new release of Slurm, and that it leaves nothing behind when it is
# stopped. mmdebstrap and chroot are stand-ins.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ "$(id -u)" -ne 0 ]; then
  echo "SKIP: slurm roots: building a root filesystem needs root"
  exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export XDG_CACHE_HOME=$dir/cache
mkdir "$dir/bin"
failures=0

# Writes a stand-in for a program, from standard input: stand_in NAME
stand_in() {
  { echo '#!/bin/sh' && cat; } >"$dir/bin/$1"
  chmod +x "$dir/bin/$1"
}
# Runs roots.sh and checks its exit status and that it prints a pattern: roots STATUS SUITE PATTERN
roots() {
  local status=0
  rm -rf "$dir/cache"
  PATH=$dir/bin:$PATH "$here/roots.sh" "$2" >"$dir/said" 2>&1 || status=$?
  if [ "$status" -ne "$1" ] || ! grep -qE -- "$3" "$dir/said"; then
    echo "FAIL: roots.sh $2: status $status instead of $1, or no line '$3' in:"
    cat "$dir/said"
    failures=1
  fi
}

stand_in mmdebstrap <<'SH'
echo 'The following packages have unmet dependencies:'
echo 'E: Unable to correct problems, you have held broken packages.'
exit 1
SH
roots 1 sid '^FAIL: Debian sid cannot be installed at the moment: a package of sid is broken, not skiff$'
roots 1 sid '^The following packages have unmet dependencies:$'
# A stable suite does not change: there it is a defect of skiff's list or of the mirror.
roots 1 trixie '^E: Unable to correct problems'
! grep -q '^FAIL' "$dir/said" || { echo 'FAIL: roots.sh reports a broken package of trixie'; failures=1; }
stand_in mmdebstrap <<'SH'
echo 'E: Failed to fetch Packages: connection refused'
exit 1
SH
roots 1 sid '^E: Failed to fetch'
! grep -q '^FAIL' "$dir/said" || { echo 'FAIL: roots.sh reports an unreachable mirror as a broken package'; failures=1; }

# The tree's folder is the argument after the suite's name.
stand_in mmdebstrap <<'SH'
while [ "$1" != sid ] && [ "$1" != trixie ]; do shift; done
mkdir "$2"
SH
version() {
  stand_in chroot <<<"case \$* in *dpkg-query*) printf %s $1 ;; esac"
}
version 26.11.1-2
roots 1 sid '^FAIL: Debian sid has Slurm 26\.11\.1, and skiff expects 26\.05: sid has moved on to a release'
version 26.05.5-1
roots 0 sid '^sid 26\.05\.5 /'
version 24.11.5-4
roots 0 trixie '^trixie 24\.11\.5 /'

# mmdebstrap is stopped while a directory of this machine is mounted in the new tree. The next run removes what a killed run has left.
mkdir "$dir/of-this-machine"
touch "$dir/of-this-machine/file"
stand_in mmdebstrap <<SH
while [ "\$1" != sid ]; do shift; done
mkdir -p "\$2/dev"
mount --bind "$dir/of-this-machine" "\$2/dev"
touch "$dir/mounted"
exec sleep 60
SH
# Fails if a tree or one of its mounts is left, or if a file outside was removed: nothing_left WHAT
nothing_left() {
  if compgen -G "$dir/cache/skiff/slurm-roots/sid.new.*" >/dev/null || grep -qF "$dir/cache" /proc/self/mountinfo ||
    [ ! -e "$dir/of-this-machine/file" ]; then
    echo "FAIL: $1: a tree or a mount is left, or a file of this machine is gone:"
    ls -A "$dir/cache/skiff/slurm-roots" "$dir/of-this-machine"
    failures=1
  fi
}
# Runs roots.sh, and ends it and its programs with a signal when the directory is mounted: stop_with SIGNAL
stop_with() {
  rm -f "$dir/mounted"
  PATH=$dir/bin:$PATH TMPDIR=$dir setsid "$here/roots.sh" sid >"$dir/said" 2>&1 &
  until [ -e "$dir/mounted" ]; do sleep 0.1; done
  kill -s "$1" -- "-$!"
  wait "$!" || true
  # The first process does not wait for the others.
  until flock --nonblock "$dir/cache/skiff/slurm-roots/sid.lock" true; do sleep 0.1; done
}
stop_with TERM
nothing_left 'roots.sh was stopped'
stop_with KILL
stand_in mmdebstrap <<'SH'
exit 1
SH
PATH=$dir/bin:$PATH "$here/roots.sh" sid >"$dir/said" 2>&1 || true
nothing_left 'roots.sh was killed before'
exit "$failures"
