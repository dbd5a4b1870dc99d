#!/usr/bin/env bash
# Before slurmd starts: makes the folders in which each user's containers and imported images have a folder of their own.
# The folders are $CONTAINERS and, where images are kept, $IMAGE_CACHE. What lies in the first is of a slurmd that has ended, and its
# containers with it: it is removed.
set -euo pipefail
mkdir -p "$CONTAINERS"
cd "$CONTAINERS"

# Anybody may make an entry, and only its owner can remove or rename it.
shared() {
  mkdir -p "$1" && chmod 1777 "$1"
}

for folder in data run temporary pyxis; do
  rm -rf "$folder" || echo "container-folders: $CONTAINERS/$folder can't be emptied" >&2
done
for folder in data run temporary; do
  shared "$folder"
done
if [ -v IMAGE_CACHE ] && ! shared "$IMAGE_CACHE"; then
  # On a volume of others: jobs run without it, they import each image anew.
  echo "container-folders: $IMAGE_CACHE can't be made: images are not kept" >&2
fi
