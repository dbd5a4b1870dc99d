#!/usr/bin/env bash
# Sourced by example.sh: makes lab pods from the compiled workloads, with the commands, settings, users and mounted files that Kubernetes
# would use. lay_out writes these files for a pod:
#   /w/pods/POD.mounts  the mount points of its containers
#   /w/pods/POD/        the files of its ConfigMaps and Secrets at these mount points
#   /w/pods/POD.run     a program that runs its init containers, its sidecars, and then its first container
# shellcheck disable=SC2154 # slurm: example.sh

# The files of ConfigMaps come from this directory: the output, later the copy with the lab's overlay.
output=/w/out
declare -A workload_row=()

# Makes a workload the current one: writes its rows, in the format of flatten.awk, to /tmp/workload: workload NAME
workload() {
  local file
  for file in "$output"/k8s/*.yaml; do
    awk -v documents=1 -f /w/lab/flatten.awk "$file" | awk -F '\t' -v name="$1" '
      { split($1, a, "."); rest = substr($1, length(a[1]) + 2); rows[a[1]] = rows[a[1]] rest "\t" $2 "\n" }
      rest == "kind" && $2 ~ /^(StatefulSet|Deployment|DaemonSet|PodTemplate)$/ { kind[a[1]] = 1 }
      rest == "metadata.name" && $2 == name { named[a[1]] = 1 }
      END { for (d in named) if (d in kind) printf "%s", rows[d] }'
    # The template of pods is directly in a PodTemplate, but in the spec of other workloads.
  done | sed 's/^template\./spec.template./' >/tmp/workload
  if [ ! -s /tmp/workload ]; then
    echo "workload: the output has no workload $1" >&2
    return 1
  fi
  local path value
  workload_row=()
  while IFS=$'\t' read -r path value; do
    workload_row[$path]=$value
  done </tmp/workload
}

# Prints a value of the current workload's pod template: template PATH
template() {
  printf '%s\n' "${workload_row[spec.template.spec.$1]-}"
}

# Prints the indexes of a list in the pod template: indexes PATH
indexes() {
  awk -F '\t' -v path="spec.template.spec.$1[" '
    index($1, path) == 1 { rest = substr($1, length(path) + 1); sub(/\].*/, "", rest); if (!(rest in seen)) print rest; seen[rest] = 1 }' /tmp/workload
}

# Prints the start of a shell command that runs as a container's user, with its environment: container_user PATH POD
container_user() {
  local path=$1 pod=$2 index value name words=() user group
  user=$(template "$path.securityContext.runAsUser")
  user=${user:-$(template securityContext.runAsUser)}
  group=$(template "$path.securityContext.runAsGroup")
  group=${group:-$(template securityContext.runAsGroup)}
  if [ -n "$user" ] && [ "$user" != 0 ]; then
    words+=(setpriv --reuid "$user" --regid "${group:-$user}" --groups "${group:-$user}")
  fi
  # The stand-in for the API server (kubelet.sh) has another address than the one that the kubelet would set.
  words+=(env "POD_NAME=$pod" SKIFF_API=http://10.77.0.1:8001)
  for index in $(indexes "$path.env"); do
    name=$(template "$path.env[$index].name")
    value=$(template "$path.env[$index].value")
    if [ "$name" != POD_NAME ]; then
      words+=("$name=$value")
    fi
  done
  printf '%q ' "${words[@]}"
}

# Prints the shell command of a container: container_line PATH POD
container_line() {
  local path=$1 pod=$2 index value name words=()
  container_user "$path" "$pod"
  for name in command args; do
    for index in $(indexes "$path.$name"); do
      value=$(template "$path.${name}[$index]")
      words+=("${value//\$(POD_NAME)/$pod}")
    done
  done
  printf '%q ' "${words[@]}"
}

# Prints a shell command that waits for a sidecar as the kubelet does, with its startup probe: started_line PATH
started_line() {
  local index words=()
  for index in $(indexes "$1.startupProbe.exec.command"); do
    words+=("$(template "$1.startupProbe.exec.command[$index]")")
  done
  if [ "${#words[@]}" -gt 0 ]; then
    printf 'for try in {1..1200}; do %s && break; sleep 0.1; done\n' "$(printf '%q ' "${words[@]}")"
  fi
}

# Makes a host key once: host_key NAME
host_key() {
  [ ! -e "/w/host_keys/$1" ] || return 0
  mkdir -p /w/host_keys
  ssh-keygen -q -t "$(key_kind "$1")" -N '' -f "/w/host_keys/$1"
}

# Prints the file with the value of a Secret's key: secret_file KEY
secret_file() {
  case $1 in
    slurm.key | slurm.jwks | jwt_hs256.key | munge.key) echo "/w/$1" ;;
    authorized_keys) echo /w/user_key.pub ;;
    tls.crt | tls.key) echo "/w/database/client.${1#tls.}" ;;
    ssh_host_*_key.pub) host_key "${1%.pub}" && echo "/w/host_keys/$1" ;;
    *) echo /w/password ;;
  esac
}

# Copies a file to a mount with the mode and group that Kubernetes would give it: mount_file FROM TO MODE GROUP
mount_file() {
  install -D -m "$3" "$1" "$2"
  if [ -n "$4" ]; then
    chgrp "$4" "$2"
    chmod g+r "$2"
  fi
}

# Succeeds if a volume source mounts this key of its ConfigMap. A source without `items` mounts all keys: wanted PATH KEY
wanted() {
  local index
  [ -n "$(indexes "$1.configMap.items")" ] || return 0
  for index in $(indexes "$1.configMap.items"); do
    [ "$(template "$1.configMap.items[$index].key")" != "$2" ] || return 0
  done
  return 1
}

# Copies the files of one ConfigMap or Secret source: source_files PATH FOLDER MODE GROUP
source_files() {
  local path=$1 to=$2 mode=$3 group=$4 name index entry key file
  name=$(template "$path.configMap.name")
  # A ConfigMap that the output does not have: /w/config_maps has its keys as files.
  if [ -n "$name" ] && [ -d "/w/config_maps/$name" ]; then
    for index in $(indexes "$path.configMap.items"); do
      mount_file "/w/config_maps/$name/$(template "$path.configMap.items[$index].key")" \
        "$to/$(template "$path.configMap.items[$index].path")" "$mode" "$group"
    done
  elif [ -n "$name" ]; then
    while IFS= read -r entry; do
      wanted "$path" "$(basename "${entry%%=*}")" || continue
      mount_file "$output/${entry#*=}" "$to/$(basename "${entry%%=*}")" "$mode" "$group"
    done < <(config_map_files "$name")
  fi
  for name in secret.secretName secret.name; do
    if [ -n "$(template "$path.$name")" ]; then
      for index in $(indexes "$path.secret.items"); do
        key=$(template "$path.secret.items[$index].key")
        mount_file "$(secret_file "$key")" "$to/$(template "$path.secret.items[$index].path")" "$mode" "$group"
      done
      if [ -z "$(indexes "$path.secret.items")" ]; then
        # The complete Secret is mounted: it has the host keys that sshd_config names.
        while IFS= read -r file; do
          host_key "${file##*/}"
          mount_file "/w/host_keys/${file##*/}" "$to/${file##*/}" "$mode" "$group"
        done < <(cat "$slurm"/sshd_config* "$output"/node-ssh/sshd_config 2>/dev/null | sed -nE 's/^HostKey[[:space:]]+//Ip' | sort -u)
      fi
    fi
  done
}

# Prints the files of a generated ConfigMap, as KEY=PATH or PATH: config_map_files NAME
config_map_files() {
  awk -f /w/lab/flatten.awk /w/out/kustomization.yaml | awk -F '\t' -v name="$1" '
    $1 ~ /^configMapGenerator\[[0-9]+\]\.name$/ && $2 == name { split($1, a, "."); at = a[1] ".files[" }
    at != "" && index($1, at) == 1 { print $2 }'
}

# Copies the files of one volume to its mount point: volume_files VOLUME-INDEX FOLDER
volume_files() {
  local path="volumes[$1]" to=$2 mode group index
  group=$(template securityContext.fsGroup)
  mode=$(template "$path.projected.defaultMode")$(template "$path.secret.defaultMode")$(template "$path.configMap.defaultMode")
  mode=$(printf '%o' "${mode:-420}")
  source_files "$path" "$to" "$mode" "$group"
  for index in $(indexes "$path.projected.sources"); do
    source_files "$path.projected.sources[$index]" "$to" "$mode" "$group"
    if [ -n "$(template "$path.projected.sources[$index].serviceAccountToken.path")" ]; then
      echo token >/w/token
      mount_file /w/token "$to/$(template "$path.projected.sources[$index].serviceAccountToken.path")" "$mode" "$group"
    fi
  done
}

# Succeeds for a directory of the machine that the kubelet creates: is_created NAME
is_created() {
  local index
  for index in $(indexes volumes); do
    if [ "$(template "volumes[$index].name")" = "$1" ]; then
      [ "$(template "volumes[$index].hostPath.type")" = DirectoryOrCreate ]
      return
    fi
  done
  return 1
}

# Succeeds for a volume that the lab leaves out: storage of a site, or of the machine: site_volume NAME
site_volume() {
  local index field
  if [ "$1" = state ] || is_created "$1"; then
    return 1
  fi
  for index in $(indexes volumes); do
    if [ "$(template "volumes[$index].name")" = "$1" ]; then
      for field in persistentVolumeClaim.claimName hostPath.path nfs.server csi.driver image.reference; do
        [ -z "$(template "volumes[$index].$field")" ] || return 0
      done
      return 1
    fi
  done
  # It is a volumeClaimTemplate of the workload. Of these, the lab has those that each pod of a node set or login set mounts for itself.
  case $1 in
  storage-*) return 1 ;;
  esac
}

# Prepares the mount points of one container, and the files in them: container_mounts PATH POD
container_mounts() {
  local mount index path volume
  for mount in $(indexes "$1.volumeMounts"); do
    path=$(template "$1.volumeMounts[$mount].mountPath")
    # /var/run is a link in the root filesystem, and a directory cannot be copied over a link.
    path=${path/#\/var\/run\//\/run\/}
    volume=$(template "$1.volumeMounts[$mount].name")
    if [ "$path" != /archive ] && site_volume "$volume"; then
      # A directory for this pod only (subPathExpr) is not left out.
      [ -z "$(template "$1.volumeMounts[$mount].subPathExpr")" ] || printf '%s 755\n' "$path" >>"/w/pods/$2.mounts"
      continue
    fi
    if [ "$volume" = state ] || [ "$path" = /archive ]; then
      # These volumes belong to the pod's group and are not writable for all.
      printf '%s 2775 %s\n' "$path" "$(template securityContext.fsGroup)" >>"/w/pods/$2.mounts"
    elif is_created "$volume"; then
      printf '%s 755\n' "$path" >>"/w/pods/$2.mounts"
    else
      printf '%s 777\n' "$path" >>"/w/pods/$2.mounts"
    fi
    for index in $(indexes volumes); do
      if [ "$(template "volumes[$index].name")" = "$volume" ]; then
        volume_files "$index" "/w/pods/$2$path"
      fi
    done
  done
}

# Prepares a pod of a workload: lay_out POD WORKLOAD
lay_out() {
  local pod=$1 container line lines=() main=''
  workload "$2"
  rm -rf "/w/pods/$pod"
  mkdir -p "/w/pods/$pod"
  : >"/w/pods/$pod.mounts"
  for container in $(indexes initContainers); do
    container_mounts "initContainers[$container]" "$pod"
    line=$(container_line "initContainers[$container]" "$pod")
    if [ "$(template "initContainers[$container].restartPolicy")" = Always ]; then
      lines+=("$line&" "$(started_line "initContainers[$container]")")
    else
      lines+=("$line")
    fi
  done
  for container in $(indexes containers); do
    container_mounts "containers[$container]" "$pod"
    line=$(container_line "containers[$container]" "$pod")
    if [ -z "$main" ]; then
      main="exec $line"
    else
      lines+=("$line&")
    fi
  done
  printf '%s\n' '#!/usr/bin/env bash' 'set -euo pipefail' "${lines[@]}" "$main" >"/w/pods/$pod.run"
  chmod +x "/w/pods/$pod.run"
  sort -u -o "/w/pods/$pod.mounts" "/w/pods/$pod.mounts"
}

# The same, with ConfigMaps from another directory: lay_out_with FOLDER POD WORKLOAD
lay_out_with() {
  local before=$output
  output=$1
  lay_out "$2" "$3"
  output=$before
}

# Prepares a pod as a copy of a prepared pod of the same workload: lay_out_like POD MODEL
lay_out_like() {
  rm -rf "/w/pods/$1"
  cp -a "/w/pods/$2" "/w/pods/$1"
  cp "/w/pods/$2.mounts" "/w/pods/$1.mounts"
  sed -E "s/(^|[^a-z0-9-])$2([^a-z0-9-]|$)/\1$1\2/g" "/w/pods/$2.run" >"/w/pods/$1.run"
  chmod +x "/w/pods/$1.run"
}
