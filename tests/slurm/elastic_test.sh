#!/usr/bin/env bash
# Elastic node sets under the real Slurm of several releases at once, as most of it is waiting: see elastic.sh.
#   elastic_test.sh SKIFF RELEASE...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
skiff=$1
shift

# Runs it with one release, in a folder of its own: run_release RELEASE FOLDER
run_release() {
  local release=$1 dir=$2 root auth=slurm cgroup=disabled status=0
  root=$("$here/roots.sh" --for "$release")
  mkdir -p "$dir/lab"
  chmod 755 "$dir"
  cp "$here"/*.sh "$here"/*.awk "$here"/*.txt "$here"/*.conf "$dir/lab/"
  printf '%s\n' "$release" >"$dir/release"
  if [ "$release" = 22.05 ]; then
    auth=munge cgroup=v1
  fi
  sed -e "s/RELEASE/$release/; s/AUTH/$auth/; s/CGROUP/$cgroup/" "$here/elastic.yaml" >"$dir/cluster.yaml"
  "$skiff" build "$dir/cluster.yaml" -o "$dir/out" 2>&1 &&
    timeout -s KILL 500 "$here/in_root.sh" "${root##* }" "$dir" /w/lab/elastic.sh 2>&1 || status=$?
  if [ "$status" -ne 0 ] && [ -n "${LAB_KEEP:-}" ]; then
    mkdir -p "$LAB_KEEP/elastic-$release"
    cp -r "$dir/." "$LAB_KEEP/elastic-$release/"
  fi
  return "$status"
}

if [ "$(id -u)" -ne 0 ] || ! unshare --mount --uts --ipc --net --pid --fork true 2>/dev/null; then
  echo "SKIP: slurm elastic: this machine does not allow namespaces"
  exit 77
fi
need util-linux mount iproute2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pids=()
for release in "$@"; do
  run_release "$release" "$work/$release" >"$work/$release.verdict" &
  pids+=("$!")
done
failed=0
for release in "$@"; do
  status=0
  wait "${pids[0]}" || status=$?
  pids=("${pids[@]:1}")
  sed 's/^/  /' "$work/$release.verdict"
  if [ "$status" -eq 0 ]; then
    echo "PASS: slurm elastic: Slurm $release"
  else
    echo "FAIL: slurm elastic: Slurm $release (status $status)"
    failed=1
  fi
done
exit "$failed"
