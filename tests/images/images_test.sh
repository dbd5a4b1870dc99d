#!/usr/bin/env bash
# The project's images: that they are built from nothing but Debian's packages, what is in them and what is not, that each
# daemon starts in its own, and that the same inputs give the same layers.
#   images_test.sh RELEASE      by hand, with what tests/images/store.sh takes by path, for a release that no Debian carries or CUDA
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=store.sh
. "$(dirname "${BASH_SOURCE[0]}")/store.sh"
release=${1:-24.11}
if [ "$(id -u)" -ne 0 ]; then
  echo 'takes root: it bootstraps a Debian'
  exit 77
fi
need buildah mmdebstrap debian-archive-keyring
failed=0
# What is made from the source has other names.
own=${SKIFF_SLURM:+slurm-smd-}
work=$(mktemp -d)
# What a build that is ended leaves there goes, too.
export TMPDIR=$work
# A build that was cut short leaves containers, mounted.
# shellcheck disable=SC2317 # a trap calls it
clean_up() {
  trap '' TERM INT
  end_long
  if [ -n "$locked" ]; then
    use_store "$store"
    prune_store
  fi
  use_store "$work"
  buildah rm --all >/dev/null
  chmod -R u+w "$work"
  rm -rf "$work"
}
locked=
trap clean_up EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# Says what is wrong.
bad() {
  echo "FAIL $*"
  failed=1
}

# A value of an image's configuration: setting KIND GO-TEMPLATE
setting() {
  buildah inspect --type image --format "{{$2}}" "localhost/built/$1:$release"
}

# What of a tree was only needed to make it, differs from build to build, or would be a secret that all pods share.
leftovers() {
  (
    cd "$1"
    find var/lib/apt/lists var/cache/apt var/log tmp ! -type d -print
    find etc/ssh -name 'ssh_host_*_key' 2>/dev/null || true
    find etc/slurm/* etc/munge/munge.key etc/machine-id usr/sbin/policy-rc.d 2>/dev/null || true
    # Users compile in the jail, and nowhere else.
    [ "$2" = jail ] || find usr/bin -name 'gcc*' -o -name cmake
  )
}

# What is in one image: check_tree KIND
check_tree() {
  local kind=$1 container tree entry found
  container=$(buildah from --pull-never "localhost/built/$kind:$release")
  tree=$(buildah mount "$container")
  found=$(leftovers "$tree" "$kind")
  [ -z "$found" ] || bad "$kind holds $(paste -sd' ' <<<"$found")"
  entry=$(setting "$kind" 'index .OCIv1.Config.Entrypoint 0')
  chroot "$tree" test -x "$entry" || bad "$kind has no $entry"
  if [[ $kind == slurm* ]]; then
    # shellcheck disable=SC2016 # dpkg's own field
    found=$(chroot "$tree" dpkg-query --show --showformat '${Version}' "$own$kind")
    [[ $found == "$release".* ]] || bad "$kind carries Slurm $found"
  fi
  # What is compiled here finds its libraries.
  while IFS= read -r found; do
    ! chroot "$tree" ldd "/$found" | grep 'not found' || bad "$kind: /$found lacks a library"
  done < <(cd "$tree" && find usr/libexec/skiff usr/lib/*/slurm-wlm/spank_chroot.so -type f 2>/dev/null)
  case $kind in
    slurmd)
      for found in '' -periodic -prolog -epilog; do
        chroot "$tree" test -x "/usr/libexec/skiff/skiff-health$found" || bad "slurmd has no skiff-health$found"
      done
      # Where there is a jail, nothing else of a node's root may be open to users (close-node.sh); /run is a volume. And slurmd ends without su.
      found=$(cd "$tree" && find . -xdev -type d -perm -o+w ! -path './run/*' -printf '%P\n' | sort | paste -sd' ')
      [ "$found" = 'tmp var/tmp' ] || bad "slurmd lets users write to $found"
      chroot "$tree" test -x /bin/su || bad "slurmd has no /bin/su"
      ;;&
    slurmctld)
      found=$(chroot "$tree" /usr/libexec/skiff/skiff-sidecar 2>&1) || true
      [ "$found" = 'usage: skiff-sidecar --settings FILE [--make-qos]' ] || bad "slurmctld has no skiff-sidecar: $found"
      ;;&
    tools) chroot "$tree" /usr/libexec/skiff/skiff-benchmark --help >/dev/null || bad "tools has no skiff-benchmark" ;;&
    slurmd | login | tools) compgen -G "$tree/usr/lib/*/slurm-wlm/spank_chroot.so" >/dev/null || bad "$kind has no spank_chroot.so" ;;
  esac
  if [ -n "${SKIFF_CUDA:-}" ]; then
    check_cuda "$tree" "$kind"
  fi
  buildah umount "$container" >/dev/null
  buildah rm "$container" >/dev/null
}

# CUDA in an image's tree: check_cuda TREE KIND
check_cuda() {
  local found
  case $2 in
    slurmd | jail)
      # It takes no GPU to say so.
      found=$(chroot "$1" timeout 60 all_reduce_perf -b 1M -e 1M -g 1 2>&1) || true
      grep -q 'CUDA driver version is insufficient\|no CUDA-capable device' <<<"$found" || bad "$2: all_reduce_perf says $found"
      ;;&
    jail)
      printf '%s\n' '#include <cublas_v2.h>' '#include <nccl.h>' '__global__ void one(int* at) { *at = 1; }' \
        'int main() { int version; ncclGetVersion(&version); cublasHandle_t handle; return version < 20000 || cublasCreate(&handle) == 0; }' >"$1/tmp/one.cu"
      chroot "$1" bash -lc 'cd /tmp && nvcc one.cu -o one -lcublas -lnccl && ./one' || bad "jail: nvcc"
      rm -f "$1"/tmp/one*
      ;;
    slurmd) [ ! -e "$1/usr/local/cuda/bin" ] || bad "slurmd has a compiler" ;;
    *) [ ! -e "$1/usr/local/cuda" ] || bad "$2 has CUDA" ;;
  esac
}

use_store "$store"
exec 9>"$store/lock"
run_long flock 9
locked=yes
kinds=(slurmctld slurmd slurmdbd slurmrestd login jail tools)
build_images "$release" "${kinds[@]}"
declare -A user=([slurmctld]=64030:64030 [slurmdbd]=64030:64030 [slurmrestd]=65534:65534 [tools]=65534:65534 [slurmd]='' [login]='' [jail]='')
for kind in "${kinds[@]}"; do
  check_tree "$kind"
  [ "$(setting "$kind" .OCIv1.Config.User)" = "${user[$kind]}" ] || bad "$kind runs as $(setting "$kind" .OCIv1.Config.User)"
  [ "$(setting "$kind" 'index .OCIv1.Config.Labels "org.opencontainers.image.version"')" = "$release" ] || bad "$kind has no label with its version"
  printf '%s: %s\n' "$kind" "$(buildah images --format '{{.Size}}' "localhost/built/$kind:$release")"
done
prune_store
declare -A layers=()
for kind in base slurmrestd; do
  layers[$kind]=$(setting "$kind" .OCIv1.RootFS.DiffIDs)
done
# Others wait for the store, and this test needs it no more.
exec 9>&-

# Once more from nothing, elsewhere, by a caller that has files open. An image without programs of ours, which would be compiled again.
use_store "$work"
source_options
again=("$top/images/build" --tool buildah --slurm "$release" --registry localhost/built "${sources[@]}")
run_long "${again[@]}" --bootstrap --record "$work/lock" slurmrestd >"$work/log" 2>&1 \
  3</dev/null 4</dev/null 5</dev/null 6</dev/null 7</dev/null 8</dev/null 9</dev/null || { tail "$work/log"; keep again.log "$work/log"; exit 1; }
for kind in base slurmrestd; do
  [ "$(setting "$kind" .OCIv1.RootFS.DiffIDs)" = "${layers[$kind]}" ] || bad "$kind was built twice and differs"
done

# What skiff knows of plugins is what an image has: this one has those of all daemons.
if [ -z "${SKIFF_SLURM:-}" ]; then
  diff <(LC_ALL=C sort "$work/lock/slurmrestd.plugins") \
    <(awk -F '\t' -v at="$release" '$1 == at && $2 != "slurm-wlm-mysql-plugin" { print $3 }' "$top/schema/slurm/plugins.tsv" | LC_ALL=C sort) \
    >"$work/log" || bad "plugins.tsv is not what the image has: $(head -n 3 "$work/log")"
fi

# The packages that were recorded, and others.
again+=(--base "localhost/debian:$(base_suite_of "$release")" --locked "$work/lock" slurmrestd)
"${again[@]}" >"$work/log" 2>&1 || bad "what was recorded is not what is locked: $(tail -n 3 "$work/log")"
sed -i "s/^${own}slurmrestd .*/${own}slurmrestd 1.2.3/" "$work/lock/slurmrestd"
if "${again[@]}" >"$work/log" 2>&1; then
  bad "another version of a package is not seen"
fi
grep -q "^-${own}slurmrestd 1.2.3$" "$work/log" || bad "the other version is not named"

# A Debian that could not be made is no image.
mkdir "$work/bin"
# shellcheck disable=SC2016 # expanded by the stand-in
printf '#!/bin/sh\nfor each; do case $each in *.tar) : >"$each" ;; esac; done\nexit 7\n' >"$work/bin/mmdebstrap"
chmod 755 "$work/bin/mmdebstrap"
if PATH=$work/bin:$PATH "${again[@]:0:7}" --bootstrap slurmrestd >"$work/log" 2>&1; then
  bad "an image is made of a Debian that could not be"
fi
! grep -q 'ADD root.tar' "$work/log" || bad "a Debian that could not be made is taken: $(tail -n 3 "$work/log")"

# What is asked for in vain.
for arguments in '--slurm 24.11 nothing' '--slurm 25.11' '--tool none' '--slurm 24' '--no-such-option x' '--jail-packages' '--locked' '--source /etc/hostname' \
  '--source /etc/hostname --checksum 1' '--source /no/such/file --checksum 1' '--checksum 1' '--suite sid' '--sources /no/such/file' \
  '--pyxis /etc/skel' '--cuda /etc/skel' '--dcgm /etc/skel' '--nccl-tests /no/such/folder'; do
  # shellcheck disable=SC2086 # words
  if "$top/images/build" $arguments >/dev/null 2>"$work/err"; then
    bad "images/build $arguments succeeds"
  fi
  grep -q '^images/build: ' "$work/err" || bad "images/build $arguments does not say why"
done
mkdir "$work/tests"
printf 'nccl-tests 1 %s\n' "$(checksum_of "$work/tests")" >"$work/sources"
"$top/images/build" --sources "$work/sources" --nccl-tests "$work/tests" >/dev/null 2>"$work/err" && bad "images/build --nccl-tests goes without --cuda"
grep -q 'takes --cuda' "$work/err" || bad "images/build --nccl-tests does not ask for --cuda: $(cat "$work/err")"
[ "$failed" -eq 0 ] && echo "ok: $(basename "$0")"
exit "$failed"
