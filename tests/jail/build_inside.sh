#!/usr/bin/env bash
# Runs inside a root filesystem (in_root.sh): builds what /w/source has, skiff-gate of /w/gate and the programs of /w/programs into /w/out.
set -euo pipefail
cmake -S /w/source -B /tmp/build -DSLURM_INCLUDE=/usr/include
cmake --build /tmp/build --parallel 2
mkdir /w/out
cp /tmp/build/*.so /tmp/build/jail-login /w/out/
# As in the repository: runtime/common, runtime/gate and runtime/spank-chroot.
ln -s source /w/spank-chroot
gate=(/w/common/unix_socket.cc)
for source in /w/gate/*.cc; do
  [[ $source == *_test.cc ]] || gate+=("$source")
done
g++ -std=c++20 -O1 -static -I/w -o /w/out/skiff-gate "${gate[@]}"
for source in /w/programs/*.cc; do
  name=$(basename "$source" .cc)
  libraries=()
  if [ "$name" = pmix_ring ]; then
    libraries=(-I"$(dirname "$(find /usr/lib /usr/include -name pmix.h | head -n 1)")" -l:libpmix.so.2)
  fi
  output=/w/out/$name
  if [[ $name == *_jail ]]; then
    libraries=(-shared -fPIC)
    output=$output.so
  fi
  g++ -std=c++20 -O1 -Wall -Wextra -o "$output" "$source" "${libraries[@]}"
done
