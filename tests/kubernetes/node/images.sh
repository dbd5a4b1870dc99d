#!/usr/bin/env bash
# Builds the project's own images (images/build) for the node, and adds a user to them as a site does: alice, who logs in with a key.
#   images.sh RELEASE FOLDER      e.g. RELEASE 24.11; FOLDER becomes an OCI layout with all images, as localhost/skiff/KIND:RELEASE
# It also adds the pause image. alice's private key is the file `key` of the image store. The images are built in the cache, so only the
# first run installs packages.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../images/store.sh
. "$here/../../images/store.sh"
release=$1
folder=$2
own=(slurmctld slurmd slurmdbd slurmrestd login jail tools)
need buildah mmdebstrap debian-archive-keyring openssh-client jq
use_store "$store"

# Adds alice to a built image, and the result to the layout: with_alice KIND
with_alice() {
  local container
  container=$(buildah from --pull-never "localhost/built/$1:$release")
  buildah run --user root "$container" -- useradd --uid 1000 --create-home --shell /bin/bash alice
  # `*` is a password that nobody can enter. Without it the account is locked, and sshd refuses locked accounts.
  buildah run --user root "$container" -- usermod --password '*' alice
  buildah copy --chown 1000:1000 --chmod 600 "$container" "$store/key.pub" /home/alice/.ssh/authorized_keys >/dev/null
  buildah run --user root "$container" -- chmod 700 /home/alice/.ssh
  save "$container" "localhost/skiff/$1:$release"
}

# Commits a container and adds it to the layout as an image: save CONTAINER IMAGE
save() {
  buildah commit --quiet --rm "$1" "$2" >/dev/null
  # Do not compress layers that are unpacked a moment later.
  buildah push --quiet --disable-compression "$2" "oci:$folder:$2"
  buildah rmi "$2" >/dev/null
}

exec 9>"$store/lock"
flock 9
# Clean up even if this is interrupted inside build_images.
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
