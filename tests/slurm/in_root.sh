#!/usr/bin/env bash
# Runs a command in a tree made by roots.sh, in namespaces of its own: nothing that it starts, mounts or listens on
# is seen outside, and all of it ends with the command.
#   in_root.sh ROOT DIR COMMAND...
# DIR is /w inside. The tree itself is the lower layer of an overlay and stays as it is.
# SIGTERM ends it in order: everything inside is gone when this program is.
# LAB_HOSTNAME names the host; DIR/hosts, when there, is /etc/hosts. LAB_JAIL names a second tree, which is at /mnt/jail inside,
# a mount of its own that can be written and goes away too.
set -euo pipefail

# Mounts the tree and its private /dev, then becomes the command. Runs as pid 1 of the new namespaces.
enter() {
  local layer=$1 root=$2 dir=$3 new node
  shift 3
  hostname "${LAB_HOSTNAME:-lab}"
  ip link set lo up
  # With 127.0.0.1 alone, getaddrinfo() finds no address family configured and every bind fails.
  ip addr add 10.77.0.1/16 dev lo
  mount --make-rprivate /
  mount -t tmpfs lab "$layer"
  mkdir "$layer/up" "$layer/work" "$layer/new" "$layer/w"
  mount --bind "$dir" "$layer/w"
  new=$layer/new
  mount -t overlay lab -o "lowerdir=$root,upperdir=$layer/up,workdir=$layer/work" "$new"
  if [ -n "${LAB_JAIL:-}" ]; then
    mkdir "$layer/jail-up" "$layer/jail-work"
    mkdir -p "$new/mnt/jail"
    mount -t overlay jail -o "lowerdir=$LAB_JAIL,upperdir=$layer/jail-up,workdir=$layer/jail-work" "$new/mnt/jail"
  fi
  mount --rbind /sys "$new/sys"
  mount -t proc proc "$new/proc"
  mount -t tmpfs lab "$new/run"
  mount -t tmpfs -o mode=1777 lab "$new/tmp"
  mount -t tmpfs -o mode=755 lab "$new/dev"
  for node in null zero full random urandom tty; do
    : >"$new/dev/$node"
    mount --bind "/dev/$node" "$new/dev/$node"
  done
  mkdir "$new/dev/pts" "$new/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$new/dev/pts"
  mount -t tmpfs -o mode=1777 shm "$new/dev/shm"
  ln -s pts/ptmx "$new/dev/ptmx"
  ln -s /proc/self/fd "$new/dev/fd"
  ln -s /proc/self/fd/1 "$new/dev/stdout"
  ln -s /proc/self/fd/2 "$new/dev/stderr"
  mkdir -p "$new/w"
  mount --bind "$layer/w" "$new/w"
  if [ -e "$dir/hosts" ]; then
    cp "$dir/hosts" "$new/etc/hosts"
  else
    printf '127.0.0.1 localhost\n10.77.0.1 %s\n' "${LAB_HOSTNAME:-lab}" >"$new/etc/hosts"
  fi
  # No name of a lab is any resolver's business.
  : >"$new/etc/resolv.conf"
  cd "$new"
  pivot_root . .
  umount -l .
  if [ -x w/lab/states.sh ]; then
    set -- /w/lab/states.sh "$@"
  fi
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    chroot . "$@"
}

if [ "${1:-}" = --inside ]; then
  shift
  enter "$@"
fi

# Ends pid 1 of the namespaces, which ignores SIGTERM and takes everything else with it. How things stood is written down before.
# shellcheck disable=SC2317 # a trap calls it
end() {
  local first
  [ -n "$outer" ] || exit 143
  first=$(pgrep -P "$outer") || return 0
  if [ -x "$dir/lab/states.sh" ]; then
    timeout -s KILL 20 nsenter --target "$first" --all -- /w/lab/states.sh || true
  fi
  kill -KILL "$first" 2>/dev/null || true
}

dir=$2 outer=
# What is mounted there is seen inside alone.
layer=$(mktemp -d)
trap 'rmdir "$layer"' EXIT
trap end TERM INT
# In the background, as a shell sees to no signal while it waits for the foreground.
setpriv --pdeathsig KILL unshare --mount --uts --ipc --net --pid --fork --kill-child --mount-proc "${BASH_SOURCE[0]}" --inside "$layer" "$@" <&0 &
outer=$!
while :; do
  status=0
  wait "$outer" || status=$?
  # A signal ends the waiting, not what is waited for.
  kill -0 "$outer" 2>/dev/null || break
done
exit "$status"
