#!/usr/bin/env bash
# The project's own images (images/build) for the node, with what a site adds to them: a user, alice, who logs in with a key.
#   images.sh RELEASE FOLDER      RELEASE such as 24.11; FOLDER becomes an OCI layout of them all, as localhost/skiff/KIND:RELEASE
# alice's private key is `key` of the store. The pause image, which holds a pod's namespaces, is among them.
# They are built in the cache, so that only the first run installs packages.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../images/store.sh
. "$here/../../images/store.sh"
release=$1
folder=$2
own=(slurmctld slurmd slurmdbd slurmrestd login jail tools)
need buildah mmdebstrap debian-archive-keyring openssh-client jq
use_store "$store"

# Adds one image that is built, with alice: with_alice KIND
with_alice() {
  local container
  container=$(buildah from --pull-never "localhost/built/$1:$release")
  buildah run --user root "$container" -- useradd --uid 1000 --create-home --shell /bin/bash alice
  # A login that has a password, which nobody knows: sshd refuses one that is locked.
  buildah run --user root "$container" -- usermod --password '*' alice
  buildah copy --chown 1000:1000 --chmod 600 "$container" "$store/key.pub" /home/alice/.ssh/authorized_keys >/dev/null
  buildah run --user root "$container" -- chmod 700 /home/alice/.ssh
  save "$container" "localhost/skiff/$1:$release"
}

# Adds a container as an image: save CONTAINER IMAGE
save() {
  buildah commit --quiet --rm "$1" "$2" >/dev/null
  # Packed layers would be unpacked a moment later.
  buildah push --quiet --disable-compression "$2" "oci:$folder:$2"
  buildah rmi "$2" >/dev/null
}

exec 9>"$store/lock"
flock 9
# However this ends, in the middle of build_images, too.
trap 'rm -f "${log:-}"; prune_store' EXIT
if [ ! -e "$store/key" ]; then
  ssh-keygen -q -t ed25519 -N '' -C alice -f "$store/key"
fi
build_images "$release" "${own[@]}"
build_mariadb "$release"
for kind in "${own[@]}" mariadb; do
  with_alice "$kind"
done
pause=$(buildah from --pull-never "localhost/built/base:$release")
buildah config --cmd '' "$pause"
buildah config --entrypoint '["/usr/bin/sleep","infinity"]' "$pause"
save "$pause" localhost/pause:test
# The name under which containerd imports an image.
jq '.manifests[].annotations |= (."io.containerd.image.name" = ."org.opencontainers.image.ref.name")' "$folder/index.json" >"$folder/named"
mv "$folder/named" "$folder/index.json"
