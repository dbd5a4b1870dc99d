#!/usr/bin/env bash
# What slurmd runs, as root, when a step in an OCI bundle has ended (oci.conf). The directory of the step belongs to its user, who may have
# written anything there: nothing in it is read or run.
#   oci-bundle.sh state              says that the container has ended
#   oci-bundle.sh delete DIRECTORY   deletes the directory of the step, with what a killed container has left
set -euo pipefail
case "$1" in
  state) echo '{"status": "stopped"}' ;;
  delete)
    # If slurmd could not begin the step, DIRECTORY is that of all steps. Delete only one step's.
    case "$(basename "$2")" in
      oci-job*) rm -rf -- "$2" ;;
    esac
    ;;
esac
