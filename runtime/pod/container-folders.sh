#!/usr/bin/env bash
# Before slurmd starts: makes the folders in which each user's containers and imported images have a folder of their own.
#   container-folders.sh CONTAINERS [IMAGE-CACHE]
# What lies in CONTAINERS is of a slurmd that has ended, and its containers with it: it is removed.
set -euo pipefail
containers=$1

# Anybody may make an entry, and only its owner can remove or rename it.
shared() {
  mkdir -p "$1" && chmod 1777 "$1"
}

for folder in data run temporary pyxis; do
  rm -rf "${containers:?}/$folder" || echo "container-folders: $containers/$folder can't be emptied" >&2
done
for folder in data run temporary; do
  shared "$containers/$folder"
done
if [ -n "${2:-}" ] && ! shared "$2"; then
  # On a volume of others: jobs run without it, they import each image anew.
  echo "container-folders: $2 can't be made: images are not kept" >&2
fi
