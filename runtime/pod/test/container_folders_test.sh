#!/usr/bin/env bash
# Tests container-folders.sh and evict-images.sh: the directories for users' containers and images, and which images are deleted.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"
containers=$lab/containers
cache=$lab/cache

# Creates an image that was last used HOURS ago: image USER NAME HOURS MiB
image() {
  mkdir -p "$cache/$1"
  head -c "$(($4 * 1048576))" /dev/zero >"$cache/$1/$2.sqsh"
  touch -d "$3 hours ago" "$cache/$1/$2.sqsh"
}

# Prints the existing images as USER/NAME.
left() {
  (cd "$cache" && find . -name '*.sqsh' -printf '%P\n' | sort | paste -sd' ')
}

new_case "directories are created, and leftovers of an earlier slurmd are deleted"
mkdir -p "$containers/data/1000/old/bin"
chmod 500 "$containers/data/1000/old"
[ "$(id -u)" -eq 0 ] || chmod 700 "$containers/data/1000/old"
CONTAINERS=$containers IMAGE_CACHE=$cache "$pod/container-folders.sh" || bad "exit code $?"
[ -z "$(ls "$containers/data")" ] || bad "old containers remain"
for folder in "$containers"/{data,run,temporary} "$cache"; do
  [ "$(stat -c %a "$folder")" = 1777 ] || bad "mode of $folder"
done

new_case "a second run keeps the cached images"
image 1000 a 1 1
CONTAINERS=$containers IMAGE_CACHE=$cache "$pod/container-folders.sh" || bad "exit code $?"
[ "$(left)" = 1000/a.sqsh ] || bad "the cache was emptied"

new_case "if the cache cannot be created, slurmd can start anyway"
: >"$lab/file"
CONTAINERS=$containers IMAGE_CACHE=$lab/file/cache "$pod/container-folders.sh" 2>"$lab/said" || bad "exit code $?"
grep -q "cannot create .*: images are not cached" "$lab/said" || bad "no message"
[ -d "$containers/data" ] || bad "no directories"

new_case "images unused for too long are deleted for every user except root"
rm -rf "$cache"
image 0 shared 900 1
image 1000 old 100 1
image 1000 young 10 1
image 1001 old 101 1
"$pod/evict-images.sh" "$cache" $((72 * 3600)) >"$lab/said" || bad "exit code $?"
[ "$(left)" = '0/shared.sqsh 1000/young.sqsh' ] || bad "left: $(left)"
[ "$(cat "$lab/said")" = 'evict-images: 2 images removed, 2 MiB; 1 MiB kept' ] || bad "$(cat "$lab/said")"

new_case "above the maximum size, the least recently used images are deleted"
image 1000 a 50 2
image 1001 b 40 2
image 1000 c 30 2
image 1000 now 0 2
"$pod/evict-images.sh" "$cache" $((72 * 3600)) 5 >"$lab/said" || bad "exit code $?"
[ "$(left)" = '0/shared.sqsh 1000/c.sqsh 1000/now.sqsh 1000/young.sqsh' ] || bad "left: $(left)"

new_case "images used within the last hour are kept"
touch -d '30 minutes ago' "$cache/1000/now.sqsh"
"$pod/evict-images.sh" "$cache" 60 1 >"$lab/said" || bad "exit code $?"
[ "$(left)" = '0/shared.sqsh 1000/now.sqsh' ] || bad "left: $(left)"

new_case "files of interrupted imports are deleted after a day, newer ones stay"
: >"$cache/1000/.digest.1"
: >"$cache/1000/.digest.2"
touch -d '2 days ago' "$cache/1000/.digest.1"
"$pod/evict-images.sh" "$cache" 3600 >/dev/null || bad "exit code $?"
{ [ ! -e "$cache/1000/.digest.1" ] && [ -e "$cache/1000/.digest.2" ]; } || bad "files of imports: $(ls -A "$cache/1000")"

new_case "a cache that does not exist yet is not an error"
"$pod/evict-images.sh" "$lab/none" 3600 >"$lab/said" || bad "exit code $?"
grep -q 'does not exist yet' "$lab/said" || bad "no message"

finish
