#!/usr/bin/env bash
# Runs a command in a root filesystem of roots.sh, like in_root.sh, but in
# a VM that has only cgroup v2. A machine with cgroup v1 cannot offer that.
#   in_vm.sh ROOT DIR COMMAND...
# Inside, /w is a copy of DIR. The command's output and exit status are passed on; the status is 125 if the VM returned none. If the command
# fails, its log directory is copied to DIR/log. SIGTERM ends the VM and cleans up. The compilers and the database of the root filesystem
# are left out. Writes to the root filesystem are discarded. The VM has two CPUs, 4 GiB of memory and no network card.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/need.sh
. "$here/../lib/need.sh"
# shellcheck source-path=SCRIPTDIR source=../../images/lib.sh
. "$here/../../images/lib.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/vm
# Large files that the VM does not need.
left_out=(./usr/lib/gcc ./usr/libexec/gcc ./usr/include ./usr/share/doc ./usr/share/man ./usr/share/locale ./usr/share/mariadb ./usr/share/mysql
  './usr/share/cmake*' './usr/lib/*/*.a' './usr/bin/*-linux-gnu-*' './usr/bin/mariadb*' ./usr/bin/cmake ./usr/bin/ctest ./usr/bin/cpack
  ./usr/sbin/mariadbd ./usr/lib/python3 ./var/cache ./var/lib/apt ./var/lib/mysql ./dev)

modules=(virtio_blk llc stp bridge veth overlay)

# Prepares the kernel once, with modules for disks, bridges, veth devices and overlays. Prints the directory with the files kernel and *.ko.
make_kernel() {
  local dir=$cache/trixie tmp name
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock 9
  if [ ! -e "$dir/${modules[0]}.ko" ]; then
    tmp=$(mktemp -d "$cache/new.XXXXXX")
    mmdebstrap --quiet --variant=extract --include=linux-image-cloud-amd64 --aptopt='Acquire::Check-Valid-Until "false"' "${debian_keys[@]}" \
      trixie "$tmp/root" "$("$here/../../tools/debian-mirror")" >&2 9>&-
    for name in "${modules[@]}"; do
      find "$tmp/root/usr/lib/modules" -name "$name.ko.xz" -exec xz --decompress --stdout {} \; >"$tmp/$name.ko"
    done
    cp "$tmp"/root/boot/vmlinuz-* "$tmp/kernel"
    rm -r "$tmp/root"
    rm -rf "$dir"
    mv "$tmp" "$dir"
  fi
  exec 9>&-
  printf '%s\n' "$dir"
}

# Makes a disk image of the root filesystem, once, and prints its file. Unpacking
# the root filesystem in the VM's memory would take a hundred times as long.
make_disk() {
  local path prune=()
  for path in "${left_out[@]}"; do prune+=(-o -path "$path"); done
  disk=$cache/$(basename "$root")-$(cksum <<<"${left_out[*]}" | cut -d ' ' -f 1).ext4
  exec 9>"$cache/lock"
  flock 9
  if [ ! -e "$disk" ]; then
    # Collect the files as hard links, which cost nothing. The directory must be beside the root filesystem, because hard links work only
    # within a file system. A run that was killed may have left it.
    rm -rf "$root.disk"
    trap 'rm -rf "$root.disk" "$disk.new"' EXIT
    mkdir "$root.disk"
    (cd "$root" && find . \( "${prune[@]:1}" \) -prune -o -print0 | cpio --null --pass-through --link --preserve-modification-time --quiet "$root.disk")
    rm -f "$cache/$(basename "${root%-*}")"-*.ext4
    # Two GiB of free space for writes. No journal, because the disk is never used after a crash.
    truncate --size "$(($(du --summarize --block-size 1M "$root.disk" | cut -f 1) + 2048))M" "$disk.new"
    mke2fs -q -F -t ext4 -O ^has_journal -d "$root.disk" "$disk.new" >&2
    mv "$disk.new" "$disk"
  fi
  exec 9>&-
  printf '%s\n' "$disk"
}

# Prints a directory as an initrd: archive FOLDER
archive() {
  (cd "$1" && find . -print0 | cpio --null --create --format=newc --quiet)
}

# Prints the QEMU accelerator: KVM if it can start this kernel, otherwise emulation. It must be tried, because without virtualization in the
# processor, KVM starts only kernels that are built for that, and reports no error.
accelerator() {
  local tried=$work/tried
  if [ -w /dev/kvm ] && grep -qwE 'vmx|svm' /proc/cpuinfo; then
    mkdir "$tried"
    cp /bin/busybox "$tried/"
    printf '#!/busybox sh\n/busybox echo in_vm: started\n/busybox poweroff -f\n' >"$tried/init"
    chmod 755 "$tried/init"
    archive "$tried" >"$work/tried.initrd"
    if timeout -s KILL 20 "${machine[@]}" -accel kvm -m 256 -initrd "$work/tried.initrd" 2>/dev/null </dev/null | grep 'in_vm: started' >/dev/null; then
      echo kvm
      return
    fi
  fi
  echo tcg,thread=multi
}

# Prints the first program of the VM.
write_init() {
  printf '#!/busybox sh\n'
  printf '/busybox insmod /%s.ko\n' "${modules[@]}"
  cat <<'INIT'
/busybox mount -t devtmpfs dev /dev
until /busybox test -b /dev/vda -a -b /dev/vdb; do /busybox sleep 0.1; done
/busybox mount -t ext4 -o noatime /dev/vda /root
/busybox tar -x -f /dev/vdb -C /root
/busybox umount /dev
exec /busybox switch_root /root /vm/start
INIT
}

# Prints the program that runs next, from the disk: write_start COMMAND...
write_start() {
  cat <<'START'
#!/usr/bin/bash
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /dev
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs run /run
mount -t tmpfs -o mode=1777 tmp /tmp
ln -sfn /proc/self/fd /dev/fd
hostname lab
ip link set lo up
ip addr add 10.77.0.1/16 dev lo
printf '127.0.0.1 localhost\n10.77.0.1 lab\n' >/etc/hosts
: >/etc/resolv.conf
START
  printf '%q ' /w/lab/states.sh "$@"
  cat <<'START'
</dev/null 2>&1
status=$?
if [ "$status" -ne 0 ]; then
  stty -F /dev/ttyS1 raw
  tar --create --directory /w --sparse log 2>/dev/null | gzip -1 --force >/dev/ttyS1
fi
printf '\nin_vm: status %s\n' "$status"
sync
echo o >/proc/sysrq-trigger
sleep 60
START
}

root=$1
dir=$2
shift 2
[ "$(uname -m)" = x86_64 ] || { echo "SKIP: in_vm: the VM needs an x86_64 machine" && exit 77; }
need qemu-system-x86 cpio busybox-static xz-utils e2fsprogs mmdebstrap debian-archive-keyring
kernel=$(make_kernel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
emulator=
trap '[ -z "$emulator" ] || { kill "$emulator"; wait "$emulator" || true; }; exit 143' TERM INT
disk=$(make_disk)
mkdir -p "$work/first/dev" "$work/first/root" "$work/more/vm" "$work/more/dev"
cp "$kernel"/*.ko /bin/busybox "$work/first/"
write_init >"$work/first/init"
cp -r "$dir" "$work/more/w"
write_start "$@" >"$work/more/vm/start"
chmod 755 "$work/first/init" "$work/more/vm/start"
archive "$work/first" >"$work/initrd"
tar --create --file "$work/more.tar" --directory "$work/more" .
machine=(qemu-system-x86_64 -machine q35 -cpu 'max,-cx16' -smp '2,sockets=1,cores=2' -display none -serial stdio -monitor none -no-reboot -nic none
  -kernel "$kernel/kernel" -append 'console=ttyS0 quiet loglevel=1 panic=-1 mitigations=off cgroup_no_v1=all')
# Writes of the VM to the disk image are discarded (snapshot=on).
disks=(-drive "file=$disk,format=raw,if=virtio,snapshot=on,cache=unsafe" -drive "file=$work/more.tar,format=raw,if=virtio,read-only=on")
mkfifo "$work/says"
sed -u 's/\r$//' <"$work/says" | tee "$work/said" | sed -u '/^in_vm: status /d' &
reader=$!
setpriv --pdeathsig KILL "${machine[@]}" "${disks[@]}" -accel "$(accelerator)" -m 4096 -initrd "$work/initrd" -serial "file:$work/left" \
  </dev/null >"$work/says" 2>"$work/qemu" &
emulator=$!
wait "$emulator" || true
wait "$reader" || true
status=$(sed -n 's/^in_vm: status //p' "$work/said")
if [ -s "$work/left" ]; then
  gzip --decompress --stdout "$work/left" 2>/dev/null | tar --extract --directory "$dir" --no-same-owner || true
fi
if [ -z "$status" ]; then
  cat "$work/qemu" >&2
  exit 125
fi
exit "$status"
