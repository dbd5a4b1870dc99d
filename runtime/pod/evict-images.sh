#!/usr/bin/env bash
# Deletes imported container images that have not been used for some time.
#   evict-images.sh CACHE UNUSED [MAX]
#     CACHE    the directory in which import-image stores images: one directory per user, named by UID
#     UNUSED   seconds: images that have not been used for longer than this are deleted
#     MAX      MiB: if all images together are larger, the least recently used ones are deleted
# Images that were used within the last hour stay, because a step may be about to unpack them. Images of root stay too: an administrator put
# them there for all users and deletes them explicitly. Files of interrupted imports are deleted after a day.
set -euo pipefail
cache=$1
unused=$2
max=''
[ "$#" -lt 3 ] || max=$3
if [ ! -d "$cache" ]; then
  echo "evict-images: $cache does not exist yet"
  exit 0
fi

# Lists the images of all users except root, least recently used first, one per line: time of last use, bytes on disk, path.
# The names contain no spaces, because they are digests.
images() {
  find "$cache" -xdev -mindepth 2 -maxdepth 2 -type f -name '*.sqsh' ! -name '.*' ! -path "$cache/0/*" -printf '%T@ %b %p\n' |
    awk '{ printf "%d %d %s\n", $1, $2 * 512, $3 }' | sort -n
}

count=0
freed=0
remove() {
  rm -f -- "$2"
  count=$((count + 1))
  freed=$((freed + $1))
}

find "$cache" -xdev -mindepth 2 -maxdepth 2 -type f -name '.*' ! -path "$cache/0/*" -mmin +1440 -delete
now=$(date +%s)
total=0
while read -r used bytes path; do
  if [ "$used" -lt "$((now - unused))" ] && [ "$used" -lt "$((now - 3600))" ]; then
    remove "$bytes" "$path"
  else
    total=$((total + bytes))
  fi
done < <(images)
if [ -n "$max" ]; then
  while read -r used bytes path; do
    [ "$total" -gt "$((max * 1048576))" ] || break
    # The list is sorted: all images that follow were used even later.
    [ "$used" -lt "$((now - 3600))" ] || break
    remove "$bytes" "$path"
    total=$((total - bytes))
  done < <(images)
fi
echo "evict-images: $count images removed, $((freed / 1048576)) MiB; $((total / 1048576)) MiB kept"
