#!/usr/bin/env bash
# Sourced by inside.sh: two nodes with different GPU drivers share one jail. The libraries are small stand-ins with NVIDIA's names. They are
# found and mounted as on a real node.
# shellcheck disable=SC2154,SC2016 # jail: cluster.sh

# Builds the libraries of a driver: fake_driver FOLDER VERSION
fake_driver() {
  local library
  mkdir -p "$1"
  printf 'const char *driver(void) { return "%s"; }\n' "$2" >/w/driver.c
  for library in libcuda libnvidia-ml; do
    gcc -shared -fPIC -Wl,-soname,$library.so.1 -o "$1/$library.so.$2" /w/driver.c
    ln -sf "$library.so.$2" "$1/$library.so.1"
  done
}

# Builds a program that loads libcuda as frameworks do.
gpu_program() {
  cat >/w/gpu.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW), *ml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  if (!library || !ml) return puts(dlerror()), 1;
  const char *(*driver)(void) = (const char *(*)(void))dlsym(library, "driver");
  return puts(driver()) < 0;
}
EOF
  gcc -o "$jail/usr/local/bin/gpu-program" /w/gpu.c
}

# n1 finds its libraries in a CDI file of nvidia-ctk, n2 in the loader's cache of a driver container's root.
part_gpu() {
  local before
  cluster_conf mounts=/etc/slurm/jail.mounts version=7
  cluster_mounts 'auto /usr/local/nvidia gpu optional'
  cluster_start
  gpu_program
  equals "a node without GPUs runs steps" 7 step alice n1 cat /etc/skiff-jail
  fake_driver /opt/nvidia-550/lib 550.54.15
  fake_driver /opt/nvidia-570/usr/lib 570.10
  mkdir -p /opt/nvidia-550/bin /opt/nvidia-570/usr/bin /opt/nvidia-570/etc
  printf '#!/bin/sh\necho smi 550\n' >/opt/nvidia-550/bin/nvidia-smi
  printf '#!/bin/sh\necho smi 570\n' >/opt/nvidia-570/usr/bin/nvidia-smi
  chmod 755 /opt/nvidia-550/bin/nvidia-smi /opt/nvidia-570/usr/bin/nvidia-smi
  echo /usr/lib >/opt/nvidia-570/etc/ld.so.conf
  ldconfig -r /opt/nvidia-570
  lab_in n1 mkdir -p /run/cdi /run/nvidia-persistenced
  lab_in n1 tee /run/cdi/nvidia.yaml >/dev/null <<'EOF'
---
cdiVersion: 0.5.0
kind: nvidia.com/gpu
devices:
  - name: "0"
    containerEdits:
      deviceNodes:
        - path: /dev/nvidia0
containerEdits:
  hooks:
    - hookName: createContainer
      path: /usr/bin/nvidia-cdi-hook
      args: [nvidia-cdi-hook, create-symlinks, --link, "libcuda.so.1::/usr/lib/x86_64-linux-gnu/libcuda.so"]
  mounts:
    - {hostPath: /opt/nvidia-550/lib/libcuda.so.550.54.15, containerPath: /usr/lib/x86_64-linux-gnu/libcuda.so.550.54.15, options: [ro, nosuid, nodev, bind]}
    - {hostPath: /opt/nvidia-550/lib/libnvidia-ml.so.550.54.15, containerPath: /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.550.54.15, options: [ro, nosuid, nodev, bind]}
    - {hostPath: /opt/nvidia-550/bin/nvidia-smi, containerPath: /usr/bin/nvidia-smi, options: [ro, nosuid, nodev, bind]}
    - {hostPath: /run/nvidia-persistenced, containerPath: /run/nvidia-persistenced, options: [ro, nosuid, nodev, bind]}
EOF
  lab_in n2 sed -i 's|^auto |/opt/nvidia-570/etc/ld.so.cache |' /etc/slurm/jail.mounts
  before=$(find "$jail" -xdev | wc -l)
  equals "a step on two nodes uses each node's own driver" $'n1 550.54.15\nn2 570.10' two_drivers
  equals "a step on two nodes uses each node's own nvidia-smi" $'smi 550\nsmi 570' two_programs
  equals "libcuda.so is a link to the driver's library" /usr/local/nvidia/lib64/libcuda.so.550.54.15 step alice n1 readlink -f /usr/local/nvidia/lib64/libcuda.so
  # A driver in a directory of its own, as GKE's device plugin mounts it. start-slurmd.sh runs ldconfig.
  fake_driver /usr/local/nvidia/lib64 580.20
  mkdir -p /usr/local/nvidia/bin
  printf '#!/bin/sh\necho smi 580\n' >/usr/local/nvidia/bin/nvidia-smi
  chmod 755 /usr/local/nvidia/bin/nvidia-smi
  lab_in n2 ldconfig -X /usr/local/nvidia/lib64
  lab_in n2 sed -i 's|^/opt/nvidia-570/etc/ld.so.cache |auto |' /etc/slurm/jail.mounts
  equals "a step uses the driver in /usr/local/nvidia of the node" $'n1 550.54.15\nn2 580.20' two_drivers
  equals "a step uses nvidia-smi in /usr/local/nvidia of the node" $'smi 550\nsmi 580' two_programs
  lab_in n2 sed -i 's|^auto |/opt/nvidia-570/etc/ld.so.cache |' /etc/slurm/jail.mounts
  prints "the driver's sockets are there" nvidia-persistenced step alice n1 ls /run
  fails "the libraries can't be written" step root n2 bash -c 'echo x >/usr/local/nvidia/lib64/libcuda.so.570.10'
  fails "no file can be added to the libraries" step root n2 touch /usr/local/nvidia/lib64/x
  equals "nothing was written to the shared root" "$before" bash -c "find $jail -xdev | wc -l"
  lab_in n1 bash -c 'echo "{broken" >/run/cdi/nvidia.yaml'
  : >/w/log/slurmd.n1.log
  fails "a step fails if the CDI file is invalid" step alice n1 true
  has "slurmd's log says that the CDI file is invalid" /w/log/slurmd.n1.log "CDI:"
  cluster_stop
}

two_drivers() {
  as alice srun --quiet -N2 -n2 --chdir / bash -c 'sleep 1; echo "$(hostname) $(gpu-program)"' | sort
}

two_programs() {
  as alice srun --quiet -N2 -n2 --chdir / nvidia-smi | sort
}
