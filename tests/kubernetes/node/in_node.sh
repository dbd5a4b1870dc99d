#!/usr/bin/env bash
# First process of a node's namespaces: starts the node's programs and ends when one of them does.
#   in_node.sh DIR FOLDER NAME ADDRESS IMPORTED KUBELET KUBE-PROXY COREDNS [GPUS COUNT TEMPLATE]
# DIR: the control plane's, FOLDER: the node's, IMPORTED: the images (imported.sh).
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

# Starts a program in the background, with its log in DIR.
start() {
  local name=$1
  shift
  # Emptied here: what a program said before its node was lost would still be read while the new one only begins.
  : >"$dir/$name.log"
  "$@" >>"$dir/$name.log" 2>&1 &
}

# Gives containerd the imported images: its records are copied, as it writes them; layers and blobs are only read, so that links do.
link_images() {
  local root=$1 blobs=io.containerd.content.v1.content layers=io.containerd.snapshotter.v1.overlayfs/snapshots
  mkdir -p "$root/$blobs" "$root/$layers"
  (cd "$imported" && find . -maxdepth 2 -name '*.db' -exec cp --parents -t "$root" {} +)
  cp --recursive --symbolic-link "$imported/$blobs/blobs" "$root/$blobs/"
  ln -s -t "$root/$layers" "$imported/$layers"/*
}

# The node's own: container runtimes and kubelet have paths that no option changes.
mount -t proc proc /proc
mkdir -p /var/lib/kubelet /var/lib/cni
for at in /run /var/log /var/lib/kubelet /var/lib/cni; do
  mount -t tmpfs -o mode=0755 tmpfs "$at"
done
# iptables waits for a lock here, CNI makes its namespaces there.
mkdir -p /run/lock /run/netns
# kubelet sets these for the whole machine; let it set copies.
mkdir /run/sysctl
for setting in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops \
  kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
  copy=/run/sysctl/$(basename "$setting")
  cat "/proc/sys/$setting" >"$copy"
  mount --bind "$copy" "/proc/sys/$setting"
done

# An overlay takes no other on top, which is what containers' roots are.
if [ "$(stat --file-system --format=%T "$dir")" = overlayfs ]; then
  mkdir -p "$dir/containerd"
  mount -t tmpfs tmpfs "$dir/containerd"
fi
# Nothing that runs on the node can write there.
mount --bind --options ro "$imported" "$imported"
# A node that was lost has its own again.
[ -e "$dir/containerd/io.containerd.metadata.v1.bolt" ] || link_images "$dir/containerd"
start containerd containerd --config "$dir/containerd.toml"
# A kubelet that finds no container runtime would wait for itself, and longer; one that finds it before it serves kubelets ends. That it does
# is the last that containerd says before it does (pkg/cri/server/service.go, Run), and no command of its own asks for it.
until grep -q 'Start streaming server' "$dir/containerd.log"; do
  kill -0 "$!"
  sleep 0.1
done
# One for both.
[ "$home" != "$dir" ] || start coredns "$coredns" -conf "$dir/Corefile"
start kube-proxy "$proxy" --kubeconfig="$home/kube-proxy.conf" --hostname-override="$name" --proxy-mode=iptables \
  --conntrack-max-per-core=0 --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0
start kubelet "$kubelet" --config="$dir/kubelet.yaml" --kubeconfig="$home/node-$name.conf" --hostname-override="$name" \
  --node-ip="$address" --root-dir="$dir/kubelet" --cert-dir="$dir/kubelet-pki"
[ "$#" -eq 0 ] || start gpus "$@" "$dir/gpus"
wait -n
echo "a program of the node ended"
