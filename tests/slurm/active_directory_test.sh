#!/usr/bin/env bash
# Tests users of an Active Directory with the real sssd and Samba; see active_directory.sh.
#   active_directory_test.sh SKIFF
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=labs.sh
. "$here/labs.sh"
skiff=$1
if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: slurm active directory: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
dir=$(lab_folder active-directory)
for mapping in true false; do
  sed "s/MAPPING/$mapping/" "$here/active_directory.yaml" >"$dir/$mapping.yaml"
  "$skiff" build "$dir/$mapping.yaml" -o "$dir/$mapping"
done
cp -r "$here/../../runtime/pod" "$dir/scripts"
printf '127.0.0.1 localhost\n10.77.0.1 dc1.example.com dc1\n' >"$dir/hosts"
lab_ask "$here/roots.sh" trixie-samba
LAB_HOSTNAME=dc1 lab_run 600 active-directory "$dir" "$here/in_root.sh" "${said##* }" "$dir" /w/lab/active_directory.sh
