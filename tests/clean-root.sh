#!/usr/bin/env bash
# Proves both commands on a machine with nothing but the base system: bootstraps a minimal SUITE, copies the last commit into
# it and runs quickstart.sh and the tests there.
#   tests/clean-root.sh SUITE [--fast | --full] [--warm] [--again]      e.g. tests/clean-root.sh trixie; of Ubuntu: SKIFF_DEBIAN_MIRROR="deb MIRROR noble main universe" … noble
#     --fast, --full   the tier of test.sh to run: --fast, or --full --ci; by default test.sh as a newcomer runs it
#     --warm   the engines that this machine has built already are given in; without it everything is built and fetched
#     --again  the same tests a second time, of a new build folder, with the caches that the first run filled
# What it starts and mounts ends with it. Not one of the tests: it runs them.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source-path=SCRIPTDIR source=lib/need.sh
. "$top/tests/lib/need.sh"

# Becomes the command in the tree, with its own /proc and /dev. Runs as pid 1 of new namespaces.
enter() {
  local root=$1 node part
  shift
  mount --make-rprivate /
  mount --bind "$root" "$root"
  cd "$root"
  mount -t proc proc proc
  # The control groups lie below /sys, and a kubelet needs them.
  mount --rbind /sys sys
  mount -t tmpfs -o mode=755 dev dev
  if [ -n "$SKIFF_WARM" ]; then
    for part in ccache etcd go headers images jail kubernetes node roots slurm-roots vm; do
      if [ -e "$SKIFF_WARM/$part" ]; then
        mkdir -p "root/.cache/skiff/$part"
        mount --bind "$SKIFF_WARM/$part" "root/.cache/skiff/$part"
      fi
    done
  fi
  # Not all of the machine's devices, but those that containers and the network of namespaces take.
  for node in null zero full random urandom tty kmsg fuse kvm net/tun; do
    if [ -e "/dev/$node" ]; then
      mkdir -p "dev/$(dirname "$node")"
      : >"dev/$node"
      mount --bind "/dev/$node" "dev/$node"
    fi
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  mount -t tmpfs -o mode=1777 shm dev/shm
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  ln -s /proc/self/fd/0 dev/stdin
  ln -s /proc/self/fd/1 dev/stdout
  ln -s /proc/self/fd/2 dev/stderr
  mount -t tmpfs run run
  mkdir -p old
  pivot_root . old
  umount -l /old
  cd /srv/skiff
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
    "$@"
}

if [ "${1:-}" = --inside ]; then
  shift
  enter "$@"
fi

suite=${1:?which suite, bookworm or trixie?}
shift
tests=(./test.sh)
warm=
again=
for option in "$@"; do
  case $option in
    --fast) tests=(./test.sh --fast) ;;
    --full) tests=(./test.sh --full --ci) ;;
    --warm) warm=${XDG_CACHE_HOME:-$HOME/.cache}/skiff ;;
    --again) again=yes ;;
    *)
      echo "clean-root: no option $option" >&2
      exit 2
      ;;
  esac
done
if [ "$(id -u)" -ne 0 ]; then
  echo "clean-root: takes root" >&2
  exit 2
fi
need mmdebstrap debian-archive-keyring git
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff
# Beside the cache: a tmpfs would be too small, and what builds containers can't work in an overlay.
mkdir -p "$cache"
work=$(mktemp -d "$cache/clean-$suite.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
mmdebstrap --quiet --variant=minbase --include=apt --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt=force-unsafe-io \
  --skip=output/dev "$suite" "$root" "$("$top/tools/debian-mirror")"
echo "$suite: $(chroot "$root" dpkg-query -f . -W | wc -c) packages"
# What makes this machine's network work: names, and the authorities that its administrator added.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
if compgen -G '/usr/local/share/ca-certificates/*' >/dev/null; then
  mkdir -p "$root/usr/local/share/ca-certificates"
  cp -r /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
fi
mkdir "$root/srv/skiff"
git -C "$top" archive HEAD | tar -x -C "$root/srv/skiff"

# Runs one command inside and says how long it took.
inside() {
  local start=$SECONDS status=0
  echo "== $suite: $*"
  SKIFF_WARM=$warm nice unshare --mount --uts --ipc --pid --fork --kill-child --mount-proc "${BASH_SOURCE[0]}" --inside "$root" "$@" || status=$?
  echo "== $suite: $* ended with $status after $((SECONDS - start)) s"
  return "$status"
}

inside ./quickstart.sh
inside ./quickstart.sh
inside "${tests[@]}"
if [ -n "$again" ]; then
  rm -rf "$root/srv/skiff/build"
  inside "${tests[@]}"
fi
