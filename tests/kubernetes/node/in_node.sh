#!/usr/bin/env bash
# Runs as the first process of a node's namespaces: starts the node's programs, and exits when one of them exits.
#   in_node.sh DIR FOLDER NAME ADDRESS IMPORTED KUBELET KUBE-PROXY COREDNS [GPUS COUNT TEMPLATE]
# DIR is the directory of the control plane, FOLDER that of the node, and IMPORTED that of the images (imported.sh).
set -euo pipefail
home=$1
dir=$2
name=$3
address=$4
imported=$5
kubelet=$6
proxy=$7
coredns=$8
shift 8

# Starts a program in the background, with its log in FOLDER: start NAME PROGRAM...
start() {
  local name=$1
  shift
  # Empty the log first. Otherwise lines from before the node was lost would be taken for lines of the new process.
  : >"$dir/$name.log"
  "$@" >>"$dir/$name.log" 2>&1 &
}

# Gives containerd the imported images. The databases are copied, because containerd writes to them. Layers and blobs are only read, so
# links are enough: link_images ROOT
link_images() {
  local root=$1 blobs=io.containerd.content.v1.content layers=io.containerd.snapshotter.v1.overlayfs/snapshots
  mkdir -p "$root/$blobs" "$root/$layers"
  (cd "$imported" && find . -maxdepth 2 -name '*.db' -exec cp --parents -t "$root" {} +)
  cp --recursive --symbolic-link "$imported/$blobs/blobs" "$root/$blobs/"
  ln -s -t "$root/$layers" "$imported/$layers"/*
}

# The node needs its own of these directories, because some paths of container runtimes and kubelet cannot be configured.
mount -t proc proc /proc
mkdir -p /var/lib/kubelet /var/lib/cni
for at in /run /var/log /var/lib/kubelet /var/lib/cni; do
  mount -t tmpfs -o mode=0755 tmpfs "$at"
done
# iptables needs /run/lock for its lock, and CNI creates its namespaces in /run/netns.
mkdir -p /run/lock /run/netns
# kubelet sets these kernel parameters for the whole machine. Let it write to copies.
mkdir /run/sysctl
for setting in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops \
  kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
  copy=/run/sysctl/$(basename "$setting")
  cat "/proc/sys/$setting" >"$copy"
  mount --bind "$copy" "/proc/sys/$setting"
done

# Root filesystems of containers are overlays, and these cannot be made on an overlay. Use a tmpfs then.
if [ "$(stat --file-system --format=%T "$dir")" = overlayfs ]; then
  mkdir -p "$dir/containerd"
  mount -t tmpfs tmpfs "$dir/containerd"
fi
# No program of the node can write to the images.
mount --bind --options ro "$imported" "$imported"
# A node that was lost and joins again still has its images.
[ -e "$dir/containerd/io.containerd.metadata.v1.bolt" ] || link_images "$dir/containerd"
# runc writes a temporary file for each exec of a probe. If it is killed at the end of the lab, the file disappears with this /run.
start containerd env TMPDIR=/run containerd --config "$dir/containerd.toml"
# Start kubelet only when containerd serves it. A kubelet that finds no container runtime waits longer
# than needed, and one that finds it too early exits. This line is the last one that containerd logs
# before it is ready (pkg/cri/server/service.go, Run). No command of containerd reports it.
until grep -q 'Start streaming server' "$dir/containerd.log"; do
  kill -0 "$!"
  sleep 0.1
done
# CoreDNS runs once, for both nodes.
[ "$home" != "$dir" ] || start coredns "$coredns" -conf "$dir/Corefile"
start kube-proxy "$proxy" --kubeconfig="$home/kube-proxy.conf" --hostname-override="$name" --proxy-mode=iptables \
  --conntrack-max-per-core=0 --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0
start kubelet "$kubelet" --config="$dir/kubelet.yaml" --kubeconfig="$home/node-$name.conf" --hostname-override="$name" \
  --node-ip="$address" --root-dir="$dir/kubelet" --cert-dir="$dir/kubelet-pki"
[ "$#" -eq 0 ] || start gpus "$@" "$dir/gpus"
wait -n
echo "a program of the node exited"
