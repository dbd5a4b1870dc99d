#!/usr/bin/env bash
# Sourced: the only changes that the lab makes to compiled configuration files. Everything else runs as compiled.
#
#   change                                why
#   cgroup plugins off                    a lab has no cgroup tree of its own, and machines have cgroup v1 or v2
#   SlurmdParameters config_overrides     this machine does not have the declared sockets, memory and GPUs
#   GPU device files, no AutoDetect       there is no GPU, so the device files are fake
#   missing SPANK plugins removed         the root filesystem has Debian's packages, but not the plugins of the images
#   missing programs removed              the same, for Prolog, Epilog and health checks
#   MpiDefault=none                       Debian's basic plugins have no PMIx
#   required limits become defaults       on some machines, root may not raise limits
#
# slurmctld also loads the files without these changes; see example.sh.

# Sets a top-level key of a configuration file. Replaces its line or adds one at the end: set_key FILE KEY VALUE
set_key() {
  if grep -qiE "^$2[[:space:]]*=" "$1"; then
    sed -i -E "s|^$2[[:space:]]*=.*|$2=$3|I" "$1"
  else
    printf '%s=%s\n' "$2" "$3" >>"$1"
  fi
}

# Prints the value of a top-level key, or nothing if it is not set: get_key FILE KEY
get_key() {
  awk -f /w/lab/conf.awk "$1" | awk -F '\t' -v key="$2" '$1 == "-" && tolower($3) == tolower(key) && !seen++ { print $4 }'
}

# Disables cgroups: overlay_cgroup FOLDER RELEASE
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

# Lets slurmd register with the hardware that its node line declares: overlay_hardware FOLDER
overlay_hardware() {
  local params
  params=$(get_key "$1/slurm.conf" SlurmdParameters)
  set_key "$1/slurm.conf" SlurmdParameters "${params:+$params,}config_overrides"
}

# Succeeds if root may raise limits on this machine.
may_raise_limits() {
  (ulimit -l unlimited && ulimit -n 1048576) 2>/dev/null
}

# Lets slurmd start on a machine whose root may not raise limits: adds the words of LIMITS to LIMITS_IF_POSSIBLE: overlay_limits FOLDER
overlay_limits() {
  local file
  for file in "$1"/nodeset-*.yaml; do
    awk '
      /- name: LIMITS$/ { name = $0; sub(/$/, "_IF_POSSIBLE", name); getline; words = $0; next }
      words != "" && /- name: LIMITS_IF_POSSIBLE$/ { print; getline; sub(/.*value: /, ""); print words " " $0; words = ""; next }
      words != "" { print name; print words; words = "" }
      { print }' "$file" >/tmp/limits
    cat /tmp/limits >"$file"
  done
}

# Makes a device file that no driver owns, so it cannot be opened: fake_device PATH MINOR
fake_device() {
  if [ ! -e "$1" ]; then
    mkdir -p "$(dirname "$1")"
    mknod "$1" c 240 "$2"
  fi
}

# Removes the reservations: they would take the nodes at some hours of the week, and the lab lacks their accounts: overlay_reservations FOLDER
overlay_reservations() {
  [ ! -e "$1/reservations.conf" ] || sed -i '/^Reservation=/d' "$1/reservations.conf"
}

# Creates a device file for every declared GPU, and adds it to gres.conf if no GPU is listed there. Removes AutoDetect: overlay_gres FOLDER
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

# Removes parameters and plugins whose files the root filesystem does not have, and prints their names: overlay_absent FOLDER
overlay_absent() {
  local conf=$1/slurm.conf key value plugin program
  for key in Prolog Epilog PrologSlurmctld EpilogSlurmctld TaskProlog TaskEpilog HealthCheckProgram SrunProlog SrunEpilog; do
    while IFS= read -r value; do
      # A name without a path is a file beside slurm.conf, which slurmctld sends.
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
  # A program of a hook may only start another one. If that is missing, it does nothing instead, because the output lists its file.
  for value in "$1"/../scripts/hook-*.[0-9]*; do
    [ -e "$value" ] || continue
    program=$(sed -n 's/^exec \([^ ]*\) .*/\1/p' "$value")
    case $program in
      /etc/skiff/scripts/*) ;;
      /*)
        if [ ! -e "$program" ]; then
          printf '#!/bin/sh\n' >"$value"
          echo "$program"
        fi
        ;;
    esac
  done
  if [ -e "$1/plugstack.conf" ]; then
    while read -r _ plugin _; do
      # A name without a path is a file in Slurm's plugin directory.
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
