#!/usr/bin/env bash
# Tests import-image, the importer for pyxis: an image is imported only once, no user gets content that another user put in its place, and
# an image that cannot be cached is still used. enroot is a stand-in that records its calls; tests/kubernetes/node/containers.sh uses the
# real one.
set -euo pipefail
if [ "$(id -u)" -ne 0 ]; then
  echo 'SKIP: import-image: needs root, to run as two other users'
  exit 77
fi
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
# A copy in a directory that the test's users may enter, wherever the repository is.
importer=$lab/import-image
cp "$pod/../containers/import-image" "$importer"
cache=$lab/cache
digest=$(printf 'a%.0s' {1..64})
name=$digest.$(uname -m)
chmod 755 "$lab"
mkdir -p "$lab/containers"
CONTAINERS=$lab/containers IMAGE_CACHE=$cache "$pod/container-folders.sh"

# Prints $lab/answer.digest, loads $lab/answer.image and exports what it loaded. If the file is missing, it fails as enroot does.
fake enroot <<'END'
case $1 in
  digest) cat "$lab/answer.digest" ;;
  load)
    [ "$2 $3" = '--name image' ] || exit 2
    mkdir -p "$ENROOT_DATA_PATH/image" "$ENROOT_CACHE_PATH"
    cat "$lab/answer.image" >"$ENROOT_DATA_PATH/image/content" || { echo '[ERROR] 404 Not Found' >&2; exit 1; }
    chmod 500 "$ENROOT_DATA_PATH/image"
    ;;
  export)
    cat "$ENROOT_DATA_PATH/$4/content" >"$3"
    [ ! -e "$lab/answer.full" ] || { echo 'mksquashfs: No space left on device' >&2; exit 1; }
    ;;
esac
END

# Runs the importer as a user in a step: as USER ARGUMENT...
as() {
  local who=$1
  shift
  chmod 666 "$lab/calls"
  IMAGE_CACHE=$cache CONTAINERS=$lab/containers SLURM_JOB_ID=7 SLURM_STEP_ID=0 setpriv --reuid "$who" --regid "$who" --clear-groups \
    "$importer" "$@" 2>"$lab/out"
}

# Most cases begin with this: the registry has an image.
published() {
  echo "sha256:$digest" >"$lab/answer.digest"
  echo content >"$lab/answer.image"
}

new_case "the first import is cached, and the second uses the cache"
published
[ "$(as 1000 get docker://site#app:1)" = "$cache/1000/$name.sqsh" ] || bad "the path"
[ "$(cat "$cache/1000/$name.sqsh")" = content ] || bad "the content"
[ "$(stat -c '%a %u' "$cache/1000" "$cache/1000/$name.sqsh" | paste -sd' ')" = '700 1000 600 1000' ] || bad "modes"
called "load --name image docker://site#app:1@sha256:$digest"
touch -d '5 days ago' "$cache/1000/$name.sqsh"
: >"$lab/calls"
[ "$(as 1000 get docker://site#app:1)" = "$cache/1000/$name.sqsh" ] || bad "the path of the second import"
called not load
[ -z "$(find "$cache/1000/$name.sqsh" -mmin +60)" ] || bad "the time of last use is not updated"
[ -z "$(find "$lab/containers/temporary" -mindepth 2)" ] || bad "leftovers: $(find "$lab/containers/temporary" -mindepth 2)"

new_case "a digest in the image name is not added twice"
published
rm -rf "$cache/1000"
as 1000 get "docker://site#app@sha256:$digest" >/dev/null || bad "exit code $?"
called "load --name image docker://site#app@sha256:$digest\$"

new_case "users do not share cached images"
published
[ "$(as 1001 get docker://site#app:1)" = "$cache/1001/$name.sqsh" ] || bad "the path"
called load

new_case "all users use images that root imported"
published
rm -rf "$cache/1001"
[ "$(as 0 get docker://site#app:1)" = "$cache/0/$name.sqsh" ] || bad "root's path"
[ "$(stat -c %a "$cache/0" "$cache/0/$name.sqsh" | paste -sd' ')" = '755 644' ] || bad "modes"
: >"$lab/calls"
[ "$(as 1001 get docker://site#app:1)" = "$cache/0/$name.sqsh" ] || bad "the path"
called not load
rm -rf "$cache/0"

new_case "a user's directory that another user created is not trusted"
published
rm -rf "$cache/1000"
mkdir -m 777 "$cache/1000"
chown 1001 "$cache/1000"
echo evil >"$cache/1000/$name.sqsh"
file=$(as 1000 get docker://site#app:1) || bad "exit code $?"
[ "$(cat "$file")" = content ] || bad "another user's content"
[ "$file" = "$lab/containers/temporary/1000/7.0.sqsh" ] || bad "stored in $file"
says "not writable by this user only: the image is not cached"
rm -rf "$cache/1000"

new_case "untrusted: root's directory made by another user, another user's image, a writable image, a link"
published
mkdir -m 777 "$cache/0"
chown 1001 "$cache/0"
echo evil >"$cache/0/$name.sqsh"
[ "$(cat "$(as 1000 get docker://site#app:1)")" = content ] || bad "used another user's image from root's directory"
rm -rf "$cache/0"
echo evil >"$cache/1000/$name.sqsh"
chown 1001 "$cache/1000/$name.sqsh"
[ "$(cat "$(as 1000 get docker://site#app:1)")" = content ] || bad "used another user's image from the user's directory"
rm -f "$cache/1000/$name.sqsh"
echo evil >"$cache/1000/$name.sqsh"
chown 1000 "$cache/1000/$name.sqsh"
chmod 666 "$cache/1000/$name.sqsh"
[ "$(cat "$(as 1000 get docker://site#app:1)")" = content ] || bad "used an image that everyone may write"
mkdir "$lab/elsewhere"
echo evil >"$lab/elsewhere/$name.sqsh"
chown -R 1001 "$lab/elsewhere"
rm -rf "$cache/1001"
ln -s "$lab/elsewhere" "$cache/1001"
[ "$(cat "$(as 1001 get docker://site#app:1)")" = content ] || bad "a link was followed"

new_case "if the registry gives no digest, the image is imported, used and released"
echo content >"$lab/answer.image"
file=$(as 1000 get docker://site#app:1) || bad "exit code $?"
[ "$file" = "$lab/containers/temporary/1000/7.0.sqsh" ] || bad "the path $file"
says "import-image: the registry gives no digest for docker://site#app:1: the image is not cached"
as 1000 release || bad "exit code $?"
[ ! -e "$file" ] || bad "not released"

new_case "an invalid digest never becomes a file name"
echo 'sha256:../../etc/passwd' >"$lab/answer.digest"
echo content >"$lab/answer.image"
[ "$(as 1000 get docker://site#app:1)" = "$lab/containers/temporary/1000/7.0.sqsh" ] || bad "the path"
says "no digest for docker://site#app:1"

new_case "without a cache, the image is stored for the step only"
published
mv "$cache" "$cache.away"
[ "$(as 1000 get docker://site#app:1)" = "$lab/containers/temporary/1000/7.0.sqsh" ] || bad "the path"
mv "$cache.away" "$cache"

new_case "if the import fails, enroot's error is printed and no files are left"
rm -rf "$cache/1000"
echo "sha256:$digest" >"$lab/answer.digest"
if as 1000 get docker://site#absent:1 >/dev/null; then
  bad "claims success"
fi
says "404 Not Found"
says "import-image: docker://site#absent:1 cannot be imported"
[ -z "$(find "$cache/1000" -name '*.sqsh' -o -name ".$name.[0-9]*")" ] || bad "a partial image is left"
[ -z "$(find "$lab/containers/temporary/1000" -mindepth 1 -name 'import.*')" ] || bad "layers are left over"

new_case "if the cache is full, no partial image is left"
published
touch "$lab/answer.full"
if as 1000 get docker://site#app:1 >/dev/null; then
  bad "claims success"
fi
says "No space left on device"
[ -z "$(find "$cache/1000" -name "*$name*" ! -name '*.lock')" ] || bad "a partial image is left"

finish
