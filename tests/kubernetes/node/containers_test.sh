#!/usr/bin/env bash
# Jobs in container images on a real node with fake GPUs (../gpus), with real pyxis and enroot and a real registry. Debian has no packages of
# pyxis and enroot. Their sources are those of images/sources.tsv, from the cache or downloaded.
#   containers_test.sh [SKIFF [FAKE_NVML]]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
skiff=${1:-$top/build/skiff}
nvml=${2:-$top/build/runtime/health/libnvidia-ml-fake.so}
if ! bash -c '. "$1" && can_add_containers' - "$top/tests/images/store.sh"; then
  echo 'SKIP: containers: the sources of pyxis and enroot are neither in the cache nor can they be downloaded (images/fetch)'
  exit 77
fi
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"
# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$top/tests/lib/need.sh"
need docker-registry busybox-static
# shellcheck disable=SC2034 # used by what is sourced
namespace=slurm login_pod=dock-login-0
out=$dir/out

# Pushes an image with one program to the registry: publish PORT
# The image has two layers. The second layer removes a file and the contents of a directory.
publish() {
  local container
  mkdir -p "$dir/image/bin" "$dir/image/old"
  cp /bin/busybox "$dir/image/bin/"
  for name in sh cat ls id env test sleep; do ln -s busybox "$dir/image/bin/$name"; done
  echo old >"$dir/image/old/file"
  echo gone >"$dir/image/gone"
  echo 'an image' >"$dir/image/issue"
  (
    # shellcheck source-path=SCRIPTDIR source=../../images/store.sh
    . "$top/tests/images/store.sh"
    use_store "$store"
    container=$(buildah from scratch)
    buildah copy --quiet "$container" "$dir/image" / >/dev/null
    buildah commit --quiet "$container" localhost/app:first >/dev/null
    buildah rm "$container" >/dev/null
    container=$(buildah from --pull-never localhost/app:first)
    buildah run "$container" -- /bin/busybox sh -c 'busybox rm -r /old /gone; busybox mkdir /old; echo new >/old/other'
    buildah config --env NVIDIA_VISIBLE_DEVICES=all --env PATH=/bin --env COLOUR=green "$container"
    buildah commit --quiet --rm "$container" localhost/app:1 >/dev/null
    buildah push --quiet --tls-verify=false --format docker localhost/app:1 "docker://127.0.0.1:$1/site/app:1"
    buildah rmi localhost/app:first localhost/app:1 >/dev/null
  )
}

"$skiff" build "$here/containers.yaml" -o "$out" >&2
mkdir "$dir/gpus-of-all"
cp "$nvml" "$dir/gpus-of-all/libnvidia-ml.so.1"
echo 'count 2' >"$dir/gpus-of-all/libnvidia-ml.so.1.scenario"
printf '%s\n' '#!/bin/sh' 'env | grep ^CUDA_VISIBLE_DEVICES=' >"$dir/gpus-of-all/nvidia-smi"
chmod 755 "$dir/gpus-of-all/nvidia-smi"
node_for "$out" 2 4 "$dir/gpus-of-all"
ssh-keygen -y -f "$dir/key" >"$dir/authorized_keys"
k create secret generic admin-keys --from-file="$dir/authorized_keys" >/dev/null
apply_and_populate "$out"
within 120 k get pod gpu-1 dock-slurmctld-0 dock-login-0
k wait --for=condition=Ready pod gpu-0 gpu-1 dock-slurmctld-0 dock-login-0 --timeout=180s >/dev/null || fail "the pods are not ready"
find_login dock-login
within 60 as alice 'sinfo --noheader --Node --states=idle | grep -x "gpu-0 .*"'
within 60 as alice 'sinfo --noheader --Node --states=idle | grep -x "gpu-1 .*"'

# The image is pushed to a registry on the machine. Then the same data are served in the node's network, on the node's address.
for address in 127.0.0.1:5077 0.0.0.0:5000; do
  printf 'version: 0.1\nstorage: {filesystem: {rootdirectory: %s}}\nhttp: {addr: "%s"}\n' "$dir/registry" "$address" >"$dir/registry.${address#*:}"
done
docker-registry serve "$dir/registry.5077" >"$dir/registry.log" 2>&1 &
served=$!
sleep 1
publish 5077
kill "$served"
wait "$served" 2>/dev/null || true
host=$(k get pod gpu-0 --output 'jsonpath={.status.hostIP}')
"$here/node.sh" in "$dir" docker-registry serve "$dir/registry.5000" >"$dir/registry.log" 2>&1 &
served=$!
image="$host:5000#site/app:1"

start=$(now)
prints "a step in an image" $'an image\ngreen' alice "srun -w gpu-0 --container-image=$image sh -c 'cat /issue; echo \$COLOUR'"
took "$start" 'first step in an image: the image is imported'
start=$(now)
prints "files that later layers removed do not exist" $'other' alice "srun -w gpu-1 --container-image=$image sh -c 'ls /old; test ! -e /gone || echo there'"
took "$start" 'next step, on the other node: the image comes from the cache'
# The image requests GPUs, so the container has the driver and the devices of the job.
prints "a step in an image sees its GPU" 'CUDA_VISIBLE_DEVICES=0' alice "srun --gpus=1 --container-image=$image nvidia-smi"
prints "the driver of the node is in the container" there alice \
  "srun --gpus=2 --container-image=$image sh -c 'test -c /dev/nvidia1 && test -e /usr/local/nvidia/lib64/libnvidia-ml.so.1 && echo there'"
prints "the user keeps the UID in the container" 1000 alice "srun --container-image=$image id -u"
prints "the image was imported once" 1 alice 'ls /var/cache/container-images/1000 | grep -c sqsh$'
prints "the steps of a job share a named container" kept alice \
  "sbatch --quiet --wait -w gpu-0 --output=named.out --wrap 'srun --container-image=$image --container-name=c --container-writable sh -c \"echo kept >/mine\"; srun --container-name=c cat /mine'; grep -v ^pyxis: named.out"
prints "the named container is deleted with the job" '' alice 'srun -w gpu-0 enroot list'
prints "root runs a step in the image" 0 root "srun --container-image=$image id -u"
prints "root's import is cached" 1 root 'ls /var/cache/container-images/0 | grep -c sqsh$'
prints "a step in a missing image fails" failed alice "srun --container-image=$host:5000#site/absent:1 true 2>/dev/null || echo failed"
k logs gpu-0 --container slurmd >"$dir/said"
k logs gpu-1 --container slurmd >>"$dir/said"
grep -q "site/absent:1 cannot be imported" "$dir/said" || fail "slurmd does not log why the image cannot be imported"

# The CronJob's pod evicts the images.
as root 'touch -d "40 days ago" /var/cache/container-images/1000/*.sqsh'
k create job --from=cronjob/dock-evict-images evict-now >/dev/null
k wait --for=condition=Complete job/evict-now --timeout=60s >/dev/null || fail "the eviction Job does not complete"
k logs job/evict-now | grep '1 images removed' >/dev/null || fail "the eviction Job printed: $(k logs job/evict-now)"
# shellcheck disable=SC2016 # expanded there
prints "an unused image of a user is evicted, and root's stays" '1 0' root \
  'echo $(ls /var/cache/container-images/0 | grep -c sqsh$) $(ls /var/cache/container-images/1000 | grep -c sqsh$)'
echo "ok: $(basename "$0")"
