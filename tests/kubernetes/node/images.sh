#!/usr/bin/env bash
# Images for the node, made of Debian's Slurm packages, with nothing in them that is made for skiff: one root for all
# components. It has a user, alice, who logs in with the key id_ed25519.
#   images.sh RELEASE ARCHIVE IMAGE...     RELEASE such as 24.11; ARCHIVE is a docker archive, to be imported
# ARCHIVE.key is alice's private key. The pause image, which holds a pod's namespaces, is among the images.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
release=$1
archive=$2
shift 2
cache=${XDG_CACHE_HOME:-$HOME/.cache}/skiff/images

# Makes the one layer from the tree that the tests of the Slurm daemons use, once.
make_layer() {
  local root=$1 layer=$2 extra
  mkdir -p "$cache"
  exec 9>"$layer.lock"
  flock 9
  if [ ! -e "$layer" ]; then
    extra=$(mktemp -d "$cache/new.XXXXXX")
    ssh-keygen -q -t ed25519 -N '' -C alice -f "$extra/key"
    install -d -m 0700 -o 1000 -g 1000 "$extra/root/home/alice/.ssh"
    install -m 0600 -o 1000 -g 1000 "$extra/key.pub" "$extra/root/home/alice/.ssh/authorized_keys"
    # Host keys are a Secret's to give; the rest is dead weight here.
    nice tar -C "$root" -cf "$layer.new" --numeric-owner --one-file-system \
      --exclude='./etc/ssh/ssh_host_*' --exclude='./var/lib/apt/lists/*' --exclude='./var/cache/*' \
      --exclude='./usr/sbin/mariadbd' --exclude='./usr/bin/mariadb*' --exclude='./usr/share/mariadb*' \
      --exclude='./var/lib/mysql*' --exclude='./usr/lib/mysql' .
    tar -C "$extra/root" -rf "$layer.new" --numeric-owner ./home/alice/.ssh
    mv "$extra/key" "$layer.key"
    sha256sum "$layer.new" | cut -d' ' -f1 >"$layer.sum"
    mv "$layer.new" "$layer"
    rm -rf "$extra"
  fi
  exec 9>&-
}

# Prints an image's configuration; the second argument is added to its process.
configuration() {
  printf '{"architecture":"%s","os":"linux","config":{"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]%s},' \
    "$(dpkg --print-architecture)" "$2"
  printf '"rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created_by":"mmdebstrap"}]}' "$1"
}

# Prints the names as a JSON list.
json_list() {
  printf '"%s",' "$@" | sed 's/,$//'
}

# shellcheck source-path=SCRIPTDIR source=../../lib/need.sh
. "$here/../../lib/need.sh"
need openssh-client
read -r _ _ root < <("$here/../../slurm/roots.sh" --for "$release")
layer=$cache/$(basename "$root").tar
make_layer "$root" "$layer"
work=$(mktemp -d "$archive.new.XXXXXX")
trap 'rm -rf "$work"' EXIT
configuration "$(cat "$layer.sum")" '' >"$work/plain.json"
configuration "$(cat "$layer.sum")" ',"Entrypoint":["/usr/bin/sleep","infinity"]' >"$work/pause.json"
printf '[{"Config":"plain.json","RepoTags":[%s],"Layers":["layer.tar"]},{"Config":"pause.json","RepoTags":["localhost/pause:test"],"Layers":["layer.tar"]}]' \
  "$(json_list "$@")" >"$work/manifest.json"
ln -s "$layer" "$work/layer.tar"
tar -C "$work" --dereference -cf "$archive" manifest.json plain.json pause.json layer.tar
install -m 0600 "$layer.key" "$archive.key"
