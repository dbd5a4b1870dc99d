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

new_case "folders are made, and what a slurmd before left is gone"
mkdir -p "$containers/data/1000/old/bin"
chmod 500 "$containers/data/1000/old"
[ "$(id -u)" -eq 0 ] || chmod 700 "$containers/data/1000/old"
CONTAINERS=$containers IMAGE_CACHE=$cache "$pod/container-folders.sh" || bad "exit code $?"
[ -z "$(ls "$containers/data")" ] || bad "containers of before"
for folder in "$containers"/{data,run,temporary} "$cache"; do
  [ "$(stat -c %a "$folder")" = 1777 ] || bad "mode of $folder"
done

new_case "images stay where the folders are made again"
image 1000 a 1 1
CONTAINERS=$containers IMAGE_CACHE=$cache "$pod/container-folders.sh" || bad "exit code $?"
[ "$(left)" = 1000/a.sqsh ] || bad "the cache was emptied"

new_case "a cache that can't be made keeps nobody from starting"
: >"$lab/file"
CONTAINERS=$containers IMAGE_CACHE=$lab/file/cache "$pod/container-folders.sh" 2>"$lab/said" || bad "exit code $?"
grep -q "can't be made: images are not kept" "$lab/said" || bad "nothing said"
[ -d "$containers/data" ] || bad "no folders"

new_case "what nobody used goes, whosever it is, but for root's and the youngest"
rm -rf "$cache"
image 0 shared 900 1
image 1000 old 100 1
image 1000 young 10 1
image 1001 old 101 1
"$pod/evict-images.sh" "$cache" $((72 * 3600)) >"$lab/said" || bad "exit code $?"
[ "$(left)" = '0/shared.sqsh 1000/young.sqsh' ] || bad "left: $(left)"
[ "$(cat "$lab/said")" = 'evict-images: 2 images removed, 2 MiB; 1 MiB kept' ] || bad "$(cat "$lab/said")"

new_case "above the size those go that were used the longest ago"
image 1000 a 50 2
image 1001 b 40 2
image 1000 c 30 2
image 1000 now 0 2
"$pod/evict-images.sh" "$cache" $((72 * 3600)) 5 >"$lab/said" || bad "exit code $?"
[ "$(left)" = '0/shared.sqsh 1000/c.sqsh 1000/now.sqsh 1000/young.sqsh' ] || bad "left: $(left)"

new_case "never what was used within the hour"
touch -d '30 minutes ago' "$cache/1000/now.sqsh"
"$pod/evict-images.sh" "$cache" 60 1 >"$lab/said" || bad "exit code $?"
[ "$(left)" = '0/shared.sqsh 1000/now.sqsh' ] || bad "left: $(left)"

new_case "what an ended import left goes after a day, what one writes stays"
: >"$cache/1000/.digest.1"
: >"$cache/1000/.digest.2"
touch -d '2 days ago' "$cache/1000/.digest.1"
"$pod/evict-images.sh" "$cache" 3600 >/dev/null || bad "exit code $?"
{ [ ! -e "$cache/1000/.digest.1" ] && [ -e "$cache/1000/.digest.2" ]; } || bad "leftovers"

new_case "a cache that nobody has used yet"
"$pod/evict-images.sh" "$lab/none" 3600 >"$lab/said" || bad "exit code $?"
grep -q 'there is no' "$lab/said" || bad "nothing said"

finish
