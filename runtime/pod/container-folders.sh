#!/usr/bin/env bash
# Runs before slurmd starts: creates the directories in which each user gets a directory for containers and one for imported images.
# They are $CONTAINERS and, if images are cached, $IMAGE_CACHE. The content of $CONTAINERS is left over from an earlier slurmd, whose
# containers have ended with it. This script deletes that content.
set -euo pipefail
mkdir -p "$CONTAINERS"
cd "$CONTAINERS"

# Creates a directory in which every user may create entries, and only the owner of an entry may delete or rename it.   shared PATH
shared() {
  mkdir -p "$1" && chmod 1777 "$1"
}

for folder in data run temporary; do
  rm -rf "$folder" || echo "container-folders: cannot delete $CONTAINERS/$folder" >&2
done
for folder in data run temporary; do
  shared "$folder"
done
if [ -v IMAGE_CACHE ] && ! shared "$IMAGE_CACHE"; then
  # The cache is on a volume that may not be writable. Jobs run without a cache too: they import each image again.
  echo "container-folders: cannot create $IMAGE_CACHE: images are not cached" >&2
fi
