#!/usr/bin/env bash
# Runs as the first process of new namespaces: imports images into a new root directory of containerd.
#   import.sh ROOT IMAGES      IMAGES is an OCI layout
set -euo pipefail
root=$1
images=$2

mount -t proc proc /proc
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir -p "$root"
cat >/run/containerd.toml <<CONF
version = 2
root = "$root"
state = "/run/containerd-state"
disabled_plugins = ["io.containerd.grpc.v1.cri"]
[grpc]
  address = "/run/containerd.sock"
CONF
containerd --config /run/containerd.toml >/run/log 2>&1 &
daemon=$!
until ctr --address /run/containerd.sock version >/dev/null 2>&1; do
  if ! kill -0 "$daemon" 2>/dev/null; then
    tail -n 5 /run/log >&2
    exit 1
  fi
  sleep 0.1
done
tar --create --directory "$images" . | ctr --address /run/containerd.sock --namespace k8s.io images import - >/dev/null
# The databases are complete only after containerd has exited.
kill "$daemon"
wait "$daemon" || true
