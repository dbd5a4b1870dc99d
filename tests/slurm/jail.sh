#!/usr/bin/env bash
# Sourced by example.sh and cgroup.sh: the shared root, a second tree at /mnt/jail, and whether people are in it.
# shellcheck disable=SC2154 # here, slurm, login_port: example.sh, services.sh

# The words of the compiled populating Job's command, one a line.
populate_words() {
  awk -f "$here/flatten.awk" /w/out/k8s/jail.yaml | awk -F '\t' '$1 ~ /containers\[0\]\.command\[/ { print $2 }'
}

# What the images bring, and the compiled Job's own program on a root that somebody else made.
prepare_jail() {
  local plugins words=() folder
  plugins=$(dirname "$(compgen -G '/usr/lib/*/slurm-wlm/select_cons_tres.so')")
  cp /w/jail/spank_chroot.so "$plugins/"
  mkdir -p /usr/libexec/skiff
  cp /w/jail/jail-login /usr/libexec/skiff/
  /w/jail/collect /usr/libexec/skiff/slurm
  mkdir -p /mnt/jail/home
  cp -a /home/alice /mnt/jail/home/
  cp /etc/passwd /etc/group /etc/shadow /mnt/jail/etc/
  # Slurm's commands are those of the node.
  rm /mnt/jail/usr/bin/srun
  mapfile -t words < <(populate_words)
  printf '%s\n' "${words[3]}" "${words[4]}" >/mnt/jail/etc/skiff-jail
  bash "/w/out/scripts/${words[0]##*/}" "${words[@]:1}" 2>/tmp/populate.err || cat /tmp/populate.err
  for folder in "${words[@]:6}"; do
    [ -d "/mnt/jail$folder" ] || echo "no folder $folder"
  done
}

# What one step or login prints that has the marker and the commands in sight.
in_jail() {
  local marker
  marker=$(populate_words | sed -n '4,5p')
  if [ "$2" != "$marker"$'\n'/usr/bin/srun ]; then
    echo "$1 said: $2"
  fi
}

check_jail() {
  local partition name got run=()
  # shellcheck disable=SC2016 # the step's shell
  local look='cat /etc/skiff-jail; command -v srun'
  while IFS= read -r partition; do
    mapfile -t run < <(partition_srun "$partition")
    got=$(client_run "${run[@]}" -w "$(partition_nodes "$partition" | head -n 1)" bash -c "$look")
    if grep -qE "exempt-partitions=([^ ]*,)?$partition(,| |$)" "$slurm/plugstack.conf"; then
      [ "$got" = /usr/bin/srun ] || grep -q 'No such file' /tmp/client.err || echo "the exempt partition $partition said: $got"
      [[ $got != *"$(populate_words | sed -n 5p)"* ]] || echo "the exempt partition $partition is in the jail"
    else
      in_jail "partition $partition" "$got"
    fi
  done < <(conf_rows "$slurm/slurm.conf" | awk -F '\t' '$1 == "PartitionName" && $3 == "PartitionName" { print $2 }')
  for name in $(login_sets); do
    in_jail "$name" "$(ssh_to "$name-0" "${login_port[$name]}" alice "$look")"
  done
}
