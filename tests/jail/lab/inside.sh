#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh, with LAB_JAIL): runs the parts of the jail's test, each with its own cluster. Prints one line
# per check, "ok WHAT" or "FAIL WHAT". Exits with 1 if a check failed.
#   inside.sh RELEASE [PART...]
# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/../../slurm
set -Eeuo pipefail
trap 'echo "FAIL the test itself, at $BASH_SOURCE:$LINENO: $BASH_COMMAND"' ERR
here=/w/lab
. $here/lab.sh
. $here/cluster.sh
. $here/checks.sh
. $here/attempts.sh

release=$1
shift
if [ "$#" -eq 0 ]; then
  set -- works plugins task namespaces options adopt admins failures gpu attacks neighbours volume display holds load
fi
failed=0
lab_start
cluster_prepare
for part in "$@"; do
  echo "part $part"
  # shellcheck source=/dev/null
  . "/w/lab/$part.sh"
  "part_$part"
done
exit "$failed"
