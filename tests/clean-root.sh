#!/usr/bin/env bash
# Runs quickstart.sh and test.sh on a system with nothing but the base packages: bootstraps a minimal Debian or Ubuntu, copies the last
# commit into it, and runs both commands there. All processes and mounts disappear when it exits. It is not a test itself.
#   tests/clean-root.sh SUITE [--fast | --full] [--warm] [--again]      e.g. tests/clean-root.sh trixie
#     --fast     run test.sh --fast; by default it runs test.sh without options
#     --full     run test.sh --full --ci
#     --warm     use the caches of this machine; without it, everything is downloaded and built
#     --again    run the same tests a second time, with a new build directory and the caches of the first run
# For Ubuntu: SKIFF_DEBIAN_MIRROR="deb MIRROR noble main universe" tests/clean-root.sh noble
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source-path=SCRIPTDIR source=lib/need.sh
. "$top/tests/lib/need.sh"

# Makes the root filesystem the root, with its own /proc and /dev, and
# becomes the command. Runs as PID 1 of new namespaces: enter ROOT COMMAND...
enter() {
  local root=$1 node part
  shift
  mount --make-rprivate /
  mount --bind "$root" "$root"
  cd "$root"
  mount -t proc proc proc
  # A kubelet needs the control groups, which are below /sys.
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
  # Only the devices that containers and the network of namespaces need, not all devices of the machine.
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

suite=${1:?name a suite, such as bookworm or trixie}
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
      echo "clean-root: unknown option $option" >&2
      exit 2
      ;;
  esac
done
if [ "$(id -u)" -ne 0 ]; then
  echo "clean-root: must run as root" >&2
  exit 2
fi
need mmdebstrap debian-archive-keyring git
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff
# In the cache directory: a tmpfs would be too small, and container builds do not work in an overlay.
mkdir -p "$cache"
# A test run beside this one must not take what is mounted here for something that its tests left behind (tests/run/left_behind.sh).
export SKIFF_RUN=clean-root-$$
work=$(mktemp -d "$cache/clean-$suite.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
mmdebstrap --quiet --variant=minbase --include=apt --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt=force-unsafe-io \
  --skip=output/dev "$suite" "$root" "$("$top/tools/debian-mirror")"
echo "$suite: $(chroot "$root" dpkg-query -f . -W | wc -c) packages"
# The network of this machine needs its name servers and the certificate authorities that its administrator added.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
if compgen -G '/usr/local/share/ca-certificates/*' >/dev/null; then
  mkdir -p "$root/usr/local/share/ca-certificates"
  cp -r /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
fi
mkdir "$root/srv/skiff"
git -C "$top" archive HEAD | tar -x -C "$root/srv/skiff"

# Runs one command inside and prints how long it took.
inside() {
  local start=$SECONDS status=0
  echo "== $suite: $*"
  SKIFF_WARM=$warm nice unshare --mount --uts --ipc --pid --fork --kill-child --mount-proc "${BASH_SOURCE[0]}" --inside "$root" "$@" || status=$?
  echo "== $suite: $* exited with $status after $((SECONDS - start)) s"
  return "$status"
}

inside ./quickstart.sh
inside ./quickstart.sh
inside "${tests[@]}"
if [ -n "$again" ]; then
  rm -rf "$root/srv/skiff/build"
  inside "${tests[@]}"
fi
