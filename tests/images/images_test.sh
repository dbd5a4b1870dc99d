#!/usr/bin/env bash
# The project's images: they are built only from Debian packages, they contain what they should and nothing else, programs and libraries in
# them are complete, and the same inputs give the same layers.
#   images_test.sh [RELEASE]      the default is 24.11
# For a release that no Debian suite has, or for CUDA, run it yourself with the SKIFF_* variables of tests/images/store.sh.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=store.sh
. "$(dirname "${BASH_SOURCE[0]}")/store.sh"
release=${1:-24.11}
if [ "$(id -u)" -ne 0 ]; then
  echo 'SKIP: images: needs root, to bootstrap a Debian'
  exit 77
fi
need buildah mmdebstrap debian-archive-keyring
failed=0
# Packages that are built from the source have other names.
own=${SKIFF_SLURM:+slurm-smd-}
work=$(mktemp -d)
# clean_up deletes this directory, and with it the temporary files of an interrupted build.
export TMPDIR=$work
# An interrupted build leaves mounted containers.
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

# Reports an error.
bad() {
  echo "FAIL $*"
  failed=1
}

# Prints a value of an image's configuration: setting KIND GO-TEMPLATE
setting() {
  buildah inspect --type image --format "{{$2}}" "localhost/built/$1:$release"
}

# Prints files that should not be in an image: files that only the build needed, files that differ from build to build, and secrets that all
# pods would share: leftovers ROOT KIND
leftovers() {
  (
    cd "$1"
    find var/lib/apt/lists var/cache/apt var/log tmp ! -type d -print
    find etc/ssh -name 'ssh_host_*_key' 2>/dev/null || true
    find etc/slurm/* etc/munge/munge.key etc/machine-id usr/sbin/policy-rc.d 2>/dev/null || true
    # Only the jail has compilers, because users compile there.
    [ "$2" = jail ] || find usr/bin -name 'gcc*' -o -name cmake
  )
}

# Checks the contents of one image: check_tree KIND
check_tree() {
  local kind=$1 container tree entry found
  container=$(buildah from --pull-never "localhost/built/$kind:$release")
  tree=$(buildah mount "$container")
  found=$(leftovers "$tree" "$kind")
  [ -z "$found" ] || bad "$kind contains files that it should not: $(paste -sd' ' <<<"$found")"
  entry=$(setting "$kind" 'index .OCIv1.Config.Entrypoint 0')
  chroot "$tree" test -x "$entry" || bad "$kind has no $entry"
  if [[ $kind == slurm* ]]; then
    # shellcheck disable=SC2016 # dpkg's own field
    found=$(chroot "$tree" dpkg-query --show --showformat '${Version}' "$own$kind")
    [[ $found == "$release".* ]] || bad "$kind has Slurm $found"
  fi
  # The programs that skiff's build compiles find their libraries.
  while IFS= read -r found; do
    ! chroot "$tree" ldd "/$found" 2>/dev/null | grep 'not found' || bad "$kind: /$found needs a library that is not there"
  done < <(cd "$tree" && find usr/libexec/skiff usr/lib/*/slurm-wlm/spank_chroot.so -type f 2>/dev/null)
  case $kind in
    slurmd)
      for found in '' -periodic -prolog -epilog; do
        chroot "$tree" test -x "/usr/libexec/skiff/skiff-health$found" || bad "slurmd has no skiff-health$found"
      done
      # With a jail, users may not write elsewhere in a node's root filesystem (close-node.sh). /run is a volume. Without su, slurmd exits.
      found=$(cd "$tree" && find . -xdev -type d -perm -o+w ! -path './run/*' -printf '%P\n' | sort | paste -sd' ')
      [ "$found" = 'tmp var/tmp' ] || bad "slurmd lets users write to $found"
      chroot "$tree" test -x /bin/su || bad "slurmd has no /bin/su"
      for found in pam_slurm_adopt pam_spank_chroot pam_sss pam_localuser pam_succeed_if; do
        compgen -G "$tree/usr/lib/*/security/$found.so" >/dev/null || bad "slurmd has no $found.so"
      done
      ! chroot "$tree" sh -c 'ldd /usr/lib/*/security/pam_spank_chroot.so' | grep 'not found' || bad "slurmd: pam_spank_chroot.so needs a library"
      cmp -s "$top/images/slurmd/sshd" "$tree/etc/pam.d/sshd" || bad "slurmd: sshd's PAM service is not the one of skiff"
      ;;&
    slurmctld)
      found=$(chroot "$tree" /usr/libexec/skiff/skiff-exporter 2>&1) || true
      [ "$found" = 'usage: skiff-exporter PORT INTERVAL MEMORY text|json' ] || bad "slurmctld has no skiff-exporter: $found"
      found=$(chroot "$tree" /usr/libexec/skiff/skiff-sidecar 2>&1) || true
      [ "$found" = 'usage: skiff-sidecar --settings FILE [--make-qos]' ] || bad "slurmctld has no skiff-sidecar: $found"
      ;;&
    slurmdbd)
      found=$(chroot "$tree" /usr/libexec/skiff/skiff-database-tls 2>&1) || true
      [ "$found" = 'usage: skiff-database-tls LISTEN HOST PORT NAME CA [CERTIFICATE KEY]' ] || bad "slurmdbd has no skiff-database-tls: $found"
      ;;&
    slurmd | login)
      found=$(chroot "$tree" /usr/libexec/skiff/skiff-gate 2>&1) || true
      [ "$found" = 'usage: skiff-gate LISTEN TARGET REFUSED-USER-ID...' ] || bad "$kind has no skiff-gate: $found"
      ;;&
    slurmd | login)
      # make-home.sh and sshd's PAM service take this directory as a sign that users are in a directory.
      [ ! -e "$tree/var/lib/sss" ] || bad "$kind has /var/lib/sss"
      ! grep -l pam_sss "$tree"/etc/pam.d/common-* || bad "$kind: all PAM services ask sssd, not only that of sshd"
      for found in /usr/sbin/sshd sss_ssh_authorizedkeys /usr/libexec/skiff/authorized-keys; do
        chroot "$tree" sh -c "command -v $found" >/dev/null || bad "$kind has no $found"
      done
      ;;&
    slurmd | login | jail)
      grep -qx 'Include /run/skiff/ssh/config' "$tree/etc/ssh/ssh_config.d/skiff.conf" || bad "$kind: ssh does not know the workers"
      ;;&
    login)
      [ "$(tail -n 1 "$tree/etc/pam.d/sshd")" = 'session required pam_no_chroot.so' ] || bad "login: sshd's PAM service does not end with pam_no_chroot.so"
      compgen -G "$tree/usr/lib/*/security/pam_no_chroot.so" >/dev/null || bad "login has no pam_no_chroot.so"
      for found in sssd ldapsearch; do
        chroot "$tree" sh -c "command -v $found" >/dev/null || bad "login has no $found"
      done
      [ "$(grep -c '^account .*\(pam_localuser\|pam_exec\|pam_sss\)' "$tree/etc/pam.d/sshd")" = 4 ] || bad "login: sshd's PAM service does not ask sssd"
      [ "$(grep -c '^session .*/etc/skiff/scripts/limit-user\.sh$' "$tree/etc/pam.d/sshd")" = 2 ] || bad "login: sshd's PAM service limits nobody"
      ! grep user_readenv "$tree/etc/pam.d/sshd" || bad "login: users set the environment of root's programs"
      ;;&
    jail) chroot "$tree" test -u /usr/bin/sudo || bad "jail has no sudo" ;;&
    tools) chroot "$tree" /usr/libexec/skiff/skiff-benchmark --help >/dev/null || bad "tools has no skiff-benchmark" ;;&
    slurmd | login | tools) compgen -G "$tree/usr/lib/*/slurm-wlm/spank_chroot.so" >/dev/null || bad "$kind has no spank_chroot.so" ;;
  esac
  if [[ ${SKIFF_WITH:-} == *nccl-tests* ]]; then
    check_cuda "$tree" "$kind"
  fi
  buildah umount "$container" >/dev/null
  buildah rm "$container" >/dev/null
}

# Checks CUDA in an image's root filesystem: check_cuda TREE KIND
check_cuda() {
  local found
  case $2 in
    slurmd | jail)
      # Without a GPU it must fail with this message.
      found=$(chroot "$1" timeout 60 all_reduce_perf -b 1M -e 1M -g 1 2>&1) || true
      grep -q 'CUDA driver version is insufficient\|no CUDA-capable device' <<<"$found" || bad "$2: all_reduce_perf prints $found"
      ;;&
    jail)
      printf '%s\n' '#include <cublas_v2.h>' '#include <nccl.h>' '__global__ void one(int* at) { *at = 1; }' \
        'int main() { int version; ncclGetVersion(&version); cublasHandle_t handle; return version < 20000 || cublasCreate(&handle) == 0; }' >"$1/tmp/one.cu"
      chroot "$1" bash -lc 'cd /tmp && nvcc one.cu -o one -lcublas -lnccl && ./one' || bad "jail: cannot compile and run a program with nvcc"
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
# Release the lock: this test no longer needs the store, and other tests wait for it.
exec 9>&-

# Build again from nothing, in another directory, by a caller with open files. slurmrestd's image has none of skiff's programs, which would
# have to be compiled again.
use_store "$work"
source_options
again=("$top/images/build" --tool buildah --slurm "$release" --registry localhost/built "${sources[@]}")
run_long "${again[@]}" --bootstrap --record "$work/lock" slurmrestd >"$work/log" 2>&1 \
  3</dev/null 4</dev/null 5</dev/null 6</dev/null 7</dev/null 8</dev/null 9</dev/null || { tail "$work/log"; keep again.log "$work/log"; exit 1; }
for kind in base slurmrestd; do
  [ "$(setting "$kind" .OCIv1.RootFS.DiffIDs)" = "${layers[$kind]}" ] || bad "a second build of $kind has other layers"
done

# skiff's table of plugins must be what an image has. This image has the plugins of all daemons.
if [ -z "${SKIFF_SLURM:-}" ]; then
  diff <(LC_ALL=C sort "$work/lock/slurmrestd.plugins") \
    <(awk -F '\t' -v at="$release" '$1 == at && $2 != "slurm-wlm-mysql-plugin" { print $3 }' "$top/schema/slurm/plugins.tsv" | LC_ALL=C sort) \
    >"$work/log" || bad "plugins.tsv differs from the image: $(head -n 3 "$work/log")"
fi

# A build with the recorded packages succeeds, and a build with another version fails.
again+=(--base "localhost/debian:$(base_suite_of "$release")" --locked "$work/lock" slurmrestd)
"${again[@]}" >"$work/log" 2>&1 || bad "a build with the recorded packages fails: $(tail -n 3 "$work/log")"
sed -i "s/^${own}slurmrestd .*/${own}slurmrestd 1.2.3/" "$work/lock/slurmrestd"
if "${again[@]}" >"$work/log" 2>&1; then
  bad "another version of a package is accepted"
fi
grep -q "^-${own}slurmrestd 1.2.3$" "$work/log" || bad "the message does not name the other version"

# If the Debian base cannot be bootstrapped, no image is built.
mkdir "$work/bin"
# shellcheck disable=SC2016 # expanded by the stand-in
printf '#!/bin/sh\nfor each; do case $each in *.tar) : >"$each" ;; esac; done\nexit 7\n' >"$work/bin/mmdebstrap"
chmod 755 "$work/bin/mmdebstrap"
if PATH=$work/bin:$PATH "${again[@]:0:7}" --bootstrap slurmrestd >"$work/log" 2>&1; then
  bad "succeeds, although the Debian base could not be bootstrapped"
fi
! grep -q 'ADD root.tar' "$work/log" || bad "builds on a Debian base that could not be bootstrapped: $(tail -n 3 "$work/log")"

# Wrong arguments fail with a message.
for arguments in '--slurm 24.11 nothing' '--slurm 25.11' '--tool none' '--slurm 24' '--no-such-option x' '--jail-packages' '--locked' '--source /etc/hostname' \
  '--source /etc/hostname --checksum 1' '--source /no/such/file --checksum 1' '--checksum 1' '--suite sid' '--sources /no/such/file' \
  '--with pyxis' '--from /no/such/folder' '--with containers --from /etc/skel'; do
  # shellcheck disable=SC2086 # words
  if "$top/images/build" $arguments >/dev/null 2>"$work/err"; then
    bad "images/build $arguments succeeds"
  fi
  grep -q '^images/[a-z]*: ' "$work/err" || bad "images/build $arguments prints no message"
done
mkdir "$work/no-buildx"
printf '#!/bin/sh\nexit 1\n' >"$work/no-buildx/docker"
chmod 755 "$work/no-buildx/docker"
PATH=$work/no-buildx:$PATH "$top/images/build" --tool docker >/dev/null 2>"$work/err" && bad "images/build accepts a docker without buildx"
grep -q 'docker needs its plugin buildx' "$work/err" || bad "images/build does not say that docker needs buildx: $(cat "$work/err")"
[ "$failed" -eq 0 ] && echo "ok: $(basename "$0")"
exit "$failed"
