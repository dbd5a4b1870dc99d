#!/usr/bin/env bash
# Sourced: the only changes that the lab makes to compiled conf files. Everything else runs as compiled.
#
#   what                              why
#   cgroup plugins off                a lab has no cgroup tree of its own; which kind the machine has differs
#   SlurmdParameters config_overrides the declared sockets, memory and GPUs are not this machine's
#   GPU device files, no AutoDetect   no GPU here: files that only look like devices stand for them
#   SPANK plugins that are not there  a tree holds Debian's packages, not the images' own plugins
#   programs that are not there       the same, for Prolog, Epilog and health checks
#   MpiDefault=none                   Debian's basic plugins have no PMIx
#
# The files are also loaded by slurmctld without any of this: see example.sh.

# Sets a top-level key of a conf file, in place of its line or at the end: set_key FILE KEY VALUE
set_key() {
  if grep -qiE "^$2[[:space:]]*=" "$1"; then
    sed -i -E "s|^$2[[:space:]]*=.*|$2=$3|I" "$1"
  else
    printf '%s=%s\n' "$2" "$3" >>"$1"
  fi
}

# Prints a top-level key's value, nothing where it is not set: get_key FILE KEY
get_key() {
  awk -f /w/lab/conf.awk "$1" | awk -F '\t' -v key="$2" '$1 == "-" && tolower($3) == tolower(key) && !seen++ { print $4 }'
}

# Turns cgroup use off: overlay_cgroup FOLDER RELEASE
overlay_cgroup() {
  local conf=$1/slurm.conf
  case $2 in
    22.* | 23.*) : >"$1/cgroup.conf" ;;
    *) printf 'CgroupPlugin=disabled\n' >"$1/cgroup.conf" ;;
  esac
  set_key "$conf" ProctrackType proctrack/linuxproc
  set_key "$conf" TaskPlugin task/none
  if grep -qiE '^JobAcctGatherType=jobacct_gather/cgroup' "$conf"; then
    set_key "$conf" JobAcctGatherType jobacct_gather/linux
  fi
}

# Lets a slurmd register with the hardware that its node line declares.
overlay_hardware() {
  local params
  params=$(get_key "$1/slurm.conf" SlurmdParameters)
  set_key "$1/slurm.conf" SlurmdParameters "${params:+$params,}config_overrides"
}

# Makes a device file that can be opened by none and that no driver owns.
fake_device() {
  if [ ! -e "$1" ]; then
    mkdir -p "$(dirname "$1")"
    mknod "$1" c 240 "$2"
  fi
}

# Gives every declared GPU a device file and says so in gres.conf where it says AutoDetect or nothing.
overlay_gres() {
  local conf=$1/gres.conf node gres spec name type count index file
  if [ -e "$conf" ]; then
    sed -i -E '/^[[:space:]]*AutoDetect=/Id; s/[[:space:]]+AutoDetect=[^[:space:]]+//I' "$conf"
    while IFS= read -r file; do
      while IFS= read -r index; do
        fake_device "$index" 0
      done < <(hostnames "$file")
    done < <(awk -v lines=Name,NodeName -f /w/lab/conf.awk "$conf" | awk -F '\t' '$3 == "File" { print $4 }' | sort -u)
  fi
  while IFS=$'\t' read -r node gres; do
    for spec in ${gres//,/ }; do
      IFS=: read -r name type count <<<"${spec%%(*}"
      if [ -z "$count" ]; then
        count=$type type=
      fi
      if [ "$name" = gpu ] && ! grep -qiE '(^|[[:space:]])Name=gpu' "$conf" 2>/dev/null; then
        for ((index = 0; index < count; index++)); do
          fake_device "/dev/nvidia$index" "$index"
        done
        printf 'NodeName=%s Name=gpu %sFile=/dev/nvidia[0-%s]\n' "$node" "${type:+Type=$type }" "$((count - 1))" >>"$conf.new"
      fi
    done
  done < <(awk -f /w/lab/conf.awk "$1/slurm.conf" | awk -F '\t' '$1 == "NodeName" && tolower($3) == "gres" { print $2 "\t" $4 }')
  if [ -e "$conf.new" ]; then
    sed -i -E 's|/dev/nvidia\[0-0\]|/dev/nvidia0|' "$conf.new"
    cat "$conf.new" >>"$conf"
    rm "$conf.new"
  fi
}

# Drops what names a file that the tree lacks, and prints the names dropped.
overlay_absent() {
  local conf=$1/slurm.conf key value plugin
  for key in Prolog Epilog PrologSlurmctld EpilogSlurmctld TaskProlog TaskEpilog HealthCheckProgram SrunProlog SrunEpilog; do
    while IFS= read -r value; do
      # A bare name is shipped by slurmctld from its own folder.
      case $value in
        /etc/skiff/scripts/*) value=/w/out/scripts/${value##*/} ;;
        /*) ;;
        *) value=$1/$value ;;
      esac
      if ! compgen -G "$value" >/dev/null; then
        sed -i -E "/^${key}[[:space:]]*=/Id" "$conf"
        echo "$key"
        break
      fi
    done < <(awk -f /w/lab/conf.awk "$conf" | awk -F '\t' -v key="$key" '$1 == "-" && tolower($3) == tolower(key) { print $4 }')
  done
  if [ -e "$1/plugstack.conf" ]; then
    while read -r _ plugin _; do
      # A name alone is that of a file in Slurm's own folder.
      if [ ! -e "$plugin" ] && ! compgen -G "/usr/lib/*/slurm-wlm/$plugin" >/dev/null; then
        sed -i "\\|$plugin|d" "$1/plugstack.conf"
        echo "SPANK $plugin"
      fi
    done < <(grep -E '^[[:space:]]*(required|optional)[[:space:]]' "$1/plugstack.conf" || true)
  fi
  if grep -qiE '^MpiDefault=pmix' "$conf"; then
    set_key "$conf" MpiDefault none
    echo "MpiDefault"
  fi
}
