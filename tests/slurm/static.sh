#!/usr/bin/env bash
# Sourced by example.sh: checks of the plan, of names and their Services, and of
# plugins in the release's packages. Only compare_plan needs a running daemon.
# shellcheck disable=SC2154 # slurm, declared: example.sh

# Prints rows NAME KEY VALUE of the nodes or partitions in plan.yaml, with scontrol's names of the keys: plan_rows nodeSets|partitions
plan_rows() {
  local list=$1 count index names name key value
  awk -f /w/lab/flatten.awk /w/out/plan.yaml >/tmp/plan
  count=$(sed -nE "s/^$list\[([0-9]+)\].*/\1/p" /tmp/plan | sort -n | tail -n 1)
  for ((index = 0; index <= ${count:--1}; index++)); do
    sed -nE "s/^$list\[$index\]\.//p" /tmp/plan >/tmp/plan.part
    if [ "$list" = nodeSets ]; then
      mapfile -t names < <(hostnames "$(plan_value hostlist)")
    else
      names=("$(plan_value name)")
    fi
    while IFS=$'\t' read -r key value; do
      for name in "${names[@]}"; do
        printf '%s\t%s\t%s\n' "$name" "$key" "$value"
      done
    done < <(plan_part_rows "$list")
  done
}

# Prints a value of the current part of the plan: plan_value KEY
plan_value() {
  awk -F '\t' -v key="$1" '$1 == key { print $2; exit }' /tmp/plan.part
}

# Prints rows KEY VALUE of the current part of the plan, with scontrol's names: plan_part_rows nodeSets|partitions
plan_part_rows() {
  local from to value
  if [ "$1" = nodeSets ]; then
    set -- cpus=CPUTot sockets=Sockets coresPerSocket=CoresPerSocket threadsPerCore=ThreadsPerCore realMemory=RealMemory weight=Weight
    value=$(sed -nE 's/^features\[[0-9]+\]\t//p' /tmp/plan.part | paste -sd,)
    if [ -n "$value" ]; then
      printf 'AvailableFeatures\t%s\n' "$value"
    fi
    if [ -n "$(plan_value gpus.count)" ]; then
      printf 'Gres\tgpu:%s:%s\n' "$(plan_value gpus.type)" "$(plan_value gpus.count)"
    fi
  else
    set -- default=Default state=State maxTime=MaxTime defaultTime=DefaultTime
  fi
  for from in "$@"; do
    to=${from#*=}
    value=$(plan_value "${from%%=*}")
    if [ -n "$value" ]; then
      printf '%s\t%s\n' "$to" "$value"
    fi
  done
}

# Compares the plan's nodes and partitions with those of slurmctld.
compare_plan() {
  plan_rows nodeSets >/tmp/plan.nodes
  plan_rows partitions >/tmp/plan.partitions
  scontrol show node --all -o | object_rows NodeName >/tmp/shown.nodes
  scontrol show partition --all -o | object_rows PartitionName >/tmp/shown.partitions
  if [ ! -s /tmp/plan.nodes ] || [ ! -s /tmp/plan.partitions ]; then
    echo "plan.yaml has no nodeSets or no partitions"
  fi
  compare_rows /tmp/plan.nodes /tmp/shown.nodes '' '' | sed 's/^/plan: /'
  compare_rows /tmp/plan.partitions /tmp/shown.partitions '' '' | sed 's/^/plan: /'
}

# Prints names in the configuration files that no Service of the output serves.
unserved_names() {
  local services name
  services=$(for name in /w/out/k8s/*.yaml; do
    awk -v documents=1 -f /w/lab/flatten.awk "$name" | awk -F '\t' '
      $1 ~ /^doc[0-9]*\.kind$/ { split($1, a, "."); kind[a[1]] = $2 }
      $1 ~ /^doc[0-9]*\.metadata\.name$/ { split($1, a, "."); names[a[1]] = $2 }
      $1 ~ /^doc[0-9]*\.metadata\.namespace$/ { split($1, a, "."); spaces[a[1]] = $2 }
      END { for (d in kind) if (kind[d] == "Service") print names[d] "." spaces[d] }'
  done | sort -u)
  {
    get_key "$slurm/slurm.conf" SlurmctldHost | sed 's/.*(\(.*\))/\1/'
    get_key "$slurm/slurm.conf" AccountingStorageHost
    if [ -e "$slurm/slurmdbd.conf" ]; then
      get_key "$slurm/slurmdbd.conf" StorageHost
    fi
    printf '%s\n' "${declared[@]}" | cut -f2
  } | awk -v services="$services" '
    BEGIN { n = split(services, list, "\n"); for (i = 1; i <= n; i++) known[list[i]] = 1 }
    # Handle SERVICE.NAMESPACE.svc.DOMAIN and POD.SERVICE.NAMESPACE.svc.DOMAIN. Other names are outside the cluster.
    /\.svc\./ {
      head = $0; sub(/\.svc\..*/, "", head)
      n = split(head, part, ".")
      if (!(part[n - 1] "." part[n] in known)) print $0
    }' | head -n 5
}

# Prints plugins that the configuration files name and that this release does not have.
missing_plugins() {
  local file key value plugin
  for file in slurm.conf slurmdbd.conf; do
    if [ -e "$slurm/$file" ]; then
      conf_rows "$slurm/$file"
    fi
  done | awk -F '\t' '$1 == "-" && $3 ~ /(Type|Types|Plugin|Plugins)$/ { print $3 "\t" $4 }' | while IFS=$'\t' read -r key value; do
    for plugin in ${value//,/ }; do
      case $plugin in
        # `none` means no plugin, and cred/slurm is part of auth/slurm.
        */none | cred/slurm) continue ;;
        */*) ;;
        # A list of short names (GresTypes=gpu, JobSubmitPlugins=lua).
        *) plugin=$(tr '[:upper:]' '[:lower:]' <<<"${key%%[TP]*}")/$plugin ;;
      esac
      case $plugin in
        jobsubmit/*) plugin=job_submit/${plugin#*/} ;;
        clifilter/*) plugin=cli_filter/${plugin#*/} ;;
      esac
      if ! compgen -G "/usr/lib/*/slurm-wlm/${plugin%%/*}_${plugin#*/}.so" >/dev/null; then
        echo "$key=$value: no plugin $plugin in this release's packages"
      fi
    done
  done
}
