#!/usr/bin/env bash
# Takes away imported images that nobody uses.
#   evict-images.sh CACHE UNUSED [MAX]
#     CACHE    a folder a user, named by the user's number, in which import-image keeps images
#     UNUSED   seconds: an image that was last used before then goes
#     MAX      MiB of all images together: above it, those that were used the longest ago go
# An image that was used within the hour stays: a step may be about to unpack it. Those of root stay: an administrator put
# them there for all, and takes them away. What an import left that was ended goes after a day.
set -euo pipefail
cache=$1
unused=$2
max=''
[ "$#" -lt 3 ] || max=$3
if [ ! -d "$cache" ]; then
  echo "evict-images: there is no $cache yet"
  exit 0
fi

# Files of users' folders, one a line: time of the last use, bytes on disk, path. A name has no blank: it is a digest.
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
    # By age: all that follow are younger.
    [ "$used" -lt "$((now - 3600))" ] || break
    remove "$bytes" "$path"
    total=$((total - bytes))
  done < <(images)
fi
echo "evict-images: $count images removed, $((freed / 1048576)) MiB; $((total / 1048576)) MiB kept"
