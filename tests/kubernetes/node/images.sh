#!/usr/bin/env bash
# The project's own images (images/build) for the node, with what a site adds to them: a user, alice, who logs in with a key.
#   images.sh RELEASE FOLDER IMAGE...     RELEASE such as 24.11; FOLDER gets an archive of each, to be imported
# FOLDER/key is alice's private key. The pause image, which holds a pod's namespaces, is among the archives.
# They are kept in the cache, so that only the first run installs packages.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../images/store.sh
. "$here/../../images/store.sh"
release=$1
folder=$2
shift 2
need buildah mmdebstrap debian-archive-keyring openssh-client
mkdir -p "$folder"
use_store "$store"

# Makes one image of one that is built: with alice, under the name that the cluster asks for. with_alice FROM NAME
with_alice() {
  local container
  container=$(buildah from --pull-never "$1")
  buildah run --user root "$container" -- useradd --uid 1000 --create-home --shell /bin/bash alice
  # A login that has a password, which nobody knows: sshd refuses one that is locked.
  buildah run --user root "$container" -- usermod --password '*' alice
  buildah copy --chown 1000:1000 --chmod 600 "$container" "$store/key.pub" /home/alice/.ssh/authorized_keys >/dev/null
  buildah run --user root "$container" -- chmod 700 /home/alice/.ssh
  buildah commit --quiet --rm "$container" "$2" >/dev/null
}

# Writes an image's archive.
save() {
  buildah push --quiet "$1" "docker-archive:$folder/$(tr '/:' '--' <<<"$1").tar:$1"
}

exec 9>"$store/lock"
flock 9
if [ ! -e "$store/key" ]; then
  ssh-keygen -q -t ed25519 -N '' -C alice -f "$store/key"
fi
kinds=()
for image in "$@"; do
  kind=${image##*/}
  kinds+=("${kind%%[:@]*}")
done
mapfile -t own < <(printf '%s\n' "${kinds[@]}" | grep -vx mariadb)
build_images "$release" "${own[@]}"
if [ "${#own[@]}" -lt "${#kinds[@]}" ]; then
  build_mariadb "$release"
fi
for index in "${!kinds[@]}"; do
  image=${*:index+1:1}
  with_alice "localhost/built/${kinds[index]}:$release" "$image"
  save "$image"
done
pause=$(buildah from --pull-never "localhost/built/base:$release")
buildah config --cmd '' "$pause"
buildah config --entrypoint '["/usr/bin/sleep","infinity"]' "$pause"
buildah commit --quiet --rm "$pause" localhost/pause:test >/dev/null
save localhost/pause:test
prune_store
install -m 0600 "$store/key" "$folder/key"
