#!/usr/bin/env bash
# Runs a command in a root filesystem of roots.sh, in new namespaces. Its
# processes, mounts and ports are not visible outside and end with it.
#   in_root.sh ROOT DIR COMMAND...
# DIR is /w inside. ROOT is the lower layer of an overlay and does not change.
# On SIGTERM it stops everything inside before it exits.
# LAB_HOSTNAME is the host name. If DIR/hosts exists, it becomes /etc/hosts. LAB_JAIL is a second root filesystem, which is at /mnt/jail
# inside: a separate, writable mount that also ends with the command.
set -euo pipefail

# Mounts the root filesystem and its own /dev, then becomes the command. Runs as PID 1 of the new namespaces.
enter() {
  local layer=$1 root=$2 dir=$3 new node
  shift 3
  hostname "${LAB_HOSTNAME:-lab}"
  ip link set lo up
  # With only 127.0.0.1, getaddrinfo() finds no configured address family, and every bind fails.
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
  # Names of a lab must not be sent to a resolver.
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

# Records the state, then kills PID 1 of the namespaces and with it everything else. PID 1 ignores SIGTERM.
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
# Mounts on this directory are visible only inside.
layer=$(mktemp -d)
trap 'rmdir "$layer"' EXIT
trap end TERM INT
# Run it in the background, because a shell defers signals while it waits for a foreground command.
setpriv --pdeathsig KILL unshare --mount --uts --ipc --net --pid --fork --kill-child --mount-proc "${BASH_SOURCE[0]}" --inside "$layer" "$@" <&0 &
outer=$!
while :; do
  status=0
  wait "$outer" || status=$?
  # A signal ends `wait`, but not the process.
  kill -0 "$outer" 2>/dev/null || break
done
exit "$status"
