#!/usr/bin/env bash
# Sourced by example.sh and cgroup.sh: prepares the jail, a second root filesystem at /mnt/jail, and checks that steps and logins are in it.
# shellcheck disable=SC2154 # here, slurm, login_port: example.sh, services.sh

# Prints the command of the compiled Job that populates the jail, one argument per line.
populate_words() {
  awk -f "$here/flatten.awk" /w/out/k8s/jail.yaml | awk -F '\t' '$1 ~ /containers\[0\]\.command\[/ { print $2 }'
}

# Installs the files that the images bring, and runs the compiled Job's program on an existing root.
prepare_jail() {
  local plugins words=() folder
  plugins=$(dirname "$(compgen -G '/usr/lib/*/slurm-wlm/select_cons_tres.so')")
  cp /w/jail/spank_chroot.so "$plugins/"
  cp /w/jail/pam_spank_chroot.so "$(dirname "$(compgen -G '/usr/lib/*/security/pam_permit.so')")/"
  mkdir -p /usr/libexec/skiff
  cp /w/jail/jail-login /usr/libexec/skiff/
  /w/jail/collect /
  mkdir -p /mnt/jail/home
  cp -a /home/alice /mnt/jail/home/
  cp /etc/passwd /etc/group /etc/shadow /mnt/jail/etc/
  # Slurm's commands are those of the node.
  rm /mnt/jail/usr/bin/srun
  mapfile -t words < <(populate_words)
  printf '%s\n' "${words[3]}" "${words[4]}" >/mnt/jail/etc/skiff-jail
  bash "/w/out/scripts/${words[0]##*/}" "${words[@]:1}" 2>/tmp/populate.err || cat /tmp/populate.err
  for folder in "${words[@]:6}"; do
    [ -d "/mnt/jail$folder" ] || echo "no directory $folder"
  done
}

# Checks the output of $look in a step or login: it must be the marker and the path of srun: in_jail NAME OUTPUT
in_jail() {
  local marker
  marker=$(populate_words | sed -n '4,5p')
  if [ "$2" != "$marker"$'\n'/usr/bin/srun ]; then
    echo "$1 printed: $2"
  fi
}

# Prints what in_jail compares.
# shellcheck disable=SC2016 # the step's shell
look='cat /etc/skiff-jail; command -v srun'

check_jail() {
  local partition name got run=()
  while IFS= read -r partition; do
    mapfile -t run < <(partition_srun "$partition")
    got=$(client_run "${run[@]}" -w "$(partition_nodes "$partition" | head -n 1)" bash -c "$look")
    in_jail "partition $partition" "$got"
  done < <(conf_rows "$slurm/slurm.conf" | awk -F '\t' '$1 == "PartitionName" && $3 == "PartitionName" { print $2 }')
  for name in $(login_sets); do
    in_jail "$name" "$(ssh_to "$name-0" "${login_port[$name]}" alice "$look")"
  done
}

# Checks the actions of slurmd itself as a user: it writes the files of sbcast, and it runs the user's profile if a batch job asks for the
# user's environment, by an option or by the variable that the option sets.
check_closed() {
  local node folder said alice=(setpriv --reuid alice --regid alice --clear-groups)
  node=$(a_node)
  for folder in /dev/shm /run /tmp /var/tmp /var/spool/slurmd; do
    said=$(client_run "${alice[@]}" salloc --quiet --mem=1M -w "$node" sbcast /etc/hostname "$folder/sent")
    [[ $said == *'Permission denied'* ]] || echo "sbcast to $folder printed: $said"
    ! lab_in "$node" test -e "$folder/sent" || echo "sbcast wrote to $folder"
  done
  # This home is on the node. In the jail, alice has another one.
  echo 'touch ~/profile' >/home/alice/.bash_profile
  said=$(client_run "${alice[@]}" sbatch --quiet --wait --mem=1M -w "$node" --export=SLURM_GET_USER_ENV=1 --chdir=/home/alice \
    --output=/home/alice/said --wrap "$look; echo \$HOME \$SHELL >home")
  in_jail "a job with its user's environment ($said)" "$(cat /mnt/jail/home/alice/said)"
  [ "$(cat /mnt/jail/home/alice/home)" = '/home/alice /bin/bash' ] || echo "HOME and SHELL of that job: $(cat /mnt/jail/home/alice/home)"
  [ ! -e /home/alice/profile ] || echo "slurmd ran a user's profile"
}
