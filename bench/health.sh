#!/usr/bin/env bash
# Prints the wall and CPU time of one run of skiff-health: on a healthy node with eight GPUs, and with a hung mount. For comparison, it
# also prints the times of a Python runner that starts the same number of checks one after another. Each of these checks is only `true`.
#   bench/health.sh [RUNS]     default 20
# The GPUs are simulated by a library of the tests, which reads its file in each of some 900 calls. Most of the time with GPUs is spent
# there. A real driver takes another time, and takes longer in each check that starts nvidia-smi.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=../tests/lib/need.sh
. tests/lib/need.sh
# shellcheck source=../tests/lib/build.sh
. tests/lib/build.sh
runs=${1:-20}

mapfile -t packages < <(packages_for build test)
need "${packages[@]}" python3
configure -DBUILD_TESTING=ON
build skiff_health fake_nvml hung_mount
work=$(mktemp -d)
hung=
# Stops the process behind the hung mount and removes the temporary files.
clean_up() {
  if [ -n "$hung" ]; then
    kill "$hung" || true
    wait "$hung" || true
    umount -l "$work/mount"
  fi
  rm -rf "$work"
}
trap clean_up EXIT
mkdir "$work/mount"
health=$PWD/build/skiff-health
cp build/runtime/health/libnvidia-ml-fake.so "$work/"

# Writes settings with one mount and further members: settings PATH [MEMBERS]
settings() {
  cat >"$work/health.json" <<JSON
{"folder": "$work/run", "log": "$work/log", "scontrol": "/bin/true", ${2:-} "realMemory": 100, "cpus": {"count": 1},
 "clock": true, "names": ["localhost"], "mounts": [{"path": "$1"}], "space": ["/"]}
JSON
}

# Prints the mean wall and CPU time of one run of a command, in milliseconds: cost NAME COMMAND...
cost() {
  local name=$1 TIMEFORMAT='%R %U %S' said
  shift
  said=$({ time for ((i = 0; i < runs; i++)); do "$@" >/dev/null 2>&1 || true; done; } 2>&1)
  awk -v name="$name" -v runs="$runs" '{ printf "%-52s %8.1f ms wall %8.1f ms CPU\n", name, $1 * 1000 / runs, ($2 + $3) * 1000 / runs }' <<<"$said"
}

gpus='"gpus": {"count": 8, "type": "h100", "nvml": "'$work'/libnvidia-ml-fake.so"},'
settings / "$gpus"
"$health" --settings "$work/health.json" --output json >"$work/first" || true
checks=$(grep -o '"id"' "$work/first" | wc -l)
echo "$checks checks in the first run, $("$health" --settings "$work/health.json" --output json | grep -o '"id"' | wc -l) in each later run"
cost "skiff-health, periodic" "$health" --settings "$work/health.json" --output json
cost "skiff-health, as prolog" env SLURM_JOB_GPUS=0-7 "$health" --settings "$work/health.json" --as prolog
settings /
cost "skiff-health, periodic, no GPUs" "$health" --settings "$work/health.json" --output json
cost "Python runner, true run $checks times" python3 bench/health_runner.py "$checks" true
cost "Python runner, python3 -c pass run $checks times" python3 bench/health_runner.py "$checks" python3 -c pass

if [ "$(id -u)" -eq 0 ]; then
  build/runtime/health/hung_mount "$work/mount" >"$work/hung" 2>&1 &
  hung=$!
  sleep 0.2
fi
if [ -n "$hung" ] && grep -q mounted "$work/hung"; then
  settings "$work/mount" "$gpus"
  runs=3
  cost "skiff-health, one mount hangs" "$health" --settings "$work/health.json"
  cost "Python runner, one mount hangs (killed after 20 s)" timeout -s KILL 20 python3 bench/health_runner.py "$checks" stat -f "$work/mount"
else
  hung=
  echo "skipped the hung mount, because it needs root and FUSE"
fi
